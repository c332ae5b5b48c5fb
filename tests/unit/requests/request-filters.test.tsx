import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Format } from '../../../src/domain/formats/format.ts'
import { RequestFilters } from '../../../src/requests/list/request-filters.tsx'
import type { RequestListSearchParams } from '../../../src/requests/list-search.ts'

const format: Pick<Format, 'route' | 'fields'> = {
  route: [{ key: 'jefe', name: 'Jefe del área', people: ['p00000000000001'] }],
  fields: [{ key: 'valor', label: 'Valor total', type: 'money' }],
}

const shown = (search: RequestListSearchParams, named?: typeof format) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RequestFilters
        search={search}
        formats={[]}
        format={named}
        total={0}
        batchNumber={undefined}
        ofEverybody={false}
        onChange={() => undefined}
        onClear={() => undefined}
      />
    </QueryClientProvider>,
  )

test('does not show keys of removed steps and fields', () => {
  expect(shown({ step: 'jefe' }, format)).toContain('Pasó por «Jefe del área» ×')
  expect(shown({ step: 'viejo' }, format)).toContain('Pasó por un paso que ya no existe ×')
  expect(shown({ step: 'viejo' })).toContain('Pasó por un paso ×')
  expect(shown({ amount: 'valor' }, format)).toContain('Aprobadas con «Valor total» ×')
  expect(shown({ amount: 'viejo' }, format)).toContain('Aprobadas con un dato que ya no existe ×')
})
