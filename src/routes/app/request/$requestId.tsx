import { createFileRoute, notFound } from '@tanstack/react-router'
import { ClientResponseError } from 'pocketbase'
import { formatQuery, formatVersionQuery } from '../../../formats/queries.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { requestQuery } from '../../../requests/queries.ts'
import { RequestDetailPage } from './-detail/request-detail-page.tsx'

export const Route = createFileRoute('/app/request/$requestId')({
  loader: async ({ params }) => {
    const request = await queryClient.query(requestQuery(params.requestId)).catch((error) => {
      if (error instanceof ClientResponseError && error.status === 404) throw notFound()
      throw error
    })
    const [format, version] = await Promise.all([
      queryClient.query(formatQuery(request.format)),
      queryClient.query(formatVersionQuery(request.formatVersion)),
    ])
    return { format, version }
  },
  component: RequestDetailPage,
})
