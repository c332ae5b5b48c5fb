import { createFileRoute, notFound } from '@tanstack/react-router'
import { ClientResponseError } from 'pocketbase'
import { queryClient } from '../../../lib/query-client.ts'
import { requestViewQuery } from '../../../requests/queries.ts'
import { RequestDetailPage } from './-detail/request-detail-page.tsx'

export const Route = createFileRoute('/app/request/$requestId')({
  loader: ({ params }) =>
    queryClient.query(requestViewQuery(params.requestId)).catch((error) => {
      if (error instanceof ClientResponseError && error.status === 404) throw notFound()
      throw error
    }),
  component: RequestDetailPage,
})
