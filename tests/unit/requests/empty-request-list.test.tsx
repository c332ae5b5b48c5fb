import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmptyRequestList } from '../../../src/requests/list/empty-request-list.tsx'
import type { RequestListSearch } from '../../../src/requests/list-search.ts'

const shown = (search: RequestListSearch) =>
  renderToStaticMarkup(<EmptyRequestList search={search} ofEverybody={false} onClear={() => undefined} />)

test('names the list in its empty state', () => {
  expect(shown({ mine: 'decide' })).toContain('No tiene decisiones pendientes')
  expect(shown({ mine: 'decide', status: 'submitted' })).toContain('No tiene decisiones pendientes')
  expect(shown({ mine: 'decided', status: 'submitted' })).toContain('No ha decidido solicitudes en este estado')
  expect(shown({ status: 'submitted' })).toContain('No tiene solicitudes en revisión')
})
