import { createFileRoute, notFound } from '@tanstack/react-router'
import { isApiError } from '../../../lib/api-error.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { requestViewQuery } from '../../../requests/queries.ts'
import { RequestDetailPage } from './-detail/request-detail-page.tsx'

export const Route = createFileRoute('/app/request/$requestId')({
  loader: ({ params }) =>
    queryClient.query(requestViewQuery(params.requestId)).catch((error) => {
      if (isApiError(error) && error.status === 404) throw notFound()
      throw error
    }),
  component: RequestDetailPage,
})
