import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DownloadDocumentsDialog } from '../../../src/requests/download-documents-dialog.tsx'
import { documentPrintQuery } from '../../../src/requests/queries.ts'

const wanted = { ids: ['aaaaaaaaaaaaaaa'] }
const part = { first: 'CL-2026-000001', last: 'CL-2026-000001', documents: 1 }

function textOf(change: { hasSeals: boolean; parts: (typeof part)[] }) {
  const client = new QueryClient()
  client.setQueryData(documentPrintQuery(wanted).queryKey, { ready: 1, pending: 0, failed: 0, ...change })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <DownloadDocumentsDialog wanted={wanted} onClose={() => {}} />
    </QueryClientProvider>,
  ).replace(/<[^>]+>/g, ' ')
}

test('says that a joined PDF loses the seals, if there are any', () => {
  const note = 'Unidos en un PDF, los documentos pierden el sello electrónico. El ZIP lo conserva.'
  expect(textOf({ hasSeals: true, parts: [part] })).toContain(note)
  expect(textOf({ hasSeals: false, parts: [part] })).not.toContain('sello')
  expect(textOf({ hasSeals: true, parts: [] })).not.toContain('sello')
})
