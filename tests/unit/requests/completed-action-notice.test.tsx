import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { requestActionNames } from '../../../src/domain/requests/actions.ts'
import type { Request } from '../../../src/domain/requests/request-output.ts'
import { requestListQuery } from '../../../src/requests/queries.ts'

vi.stubGlobal('addEventListener', () => undefined)
const { CompletedActionNotice } = await import('../../../src/routes/app/request/-detail/request-notices.tsx')

const request = { id: 'r', number: 'SOL-2026-000001', updated: '', documentStatus: 'none' } as Request
const result = { changed: ['r'], skipped: [] }

test('the notice says what is left to review after decisions only', () => {
  const client = new QueryClient()
  const { queryKey } = requestListQuery({ status: 'submitted', sort: 'submittedAt', mine: 'decide' })
  client.setQueryData(queryKey, { items: [], page: 1, perPage: 30, totalItems: 0, totalPages: 0 })
  const withRest = requestActionNames.filter((action) =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <CompletedActionNotice
          request={request}
          completed={{ request, result, question: { action, targets: { ids: ['r'] }, reason: 'none' } }}
          isApprover
        />
      </QueryClientProvider>,
    ).includes('No queda ninguna por revisar.'),
  )
  expect(withRest).toEqual(['approve', 'return', 'reject'])
})
