import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmptyRequestList } from '../../../src/requests/list/empty-request-list.tsx'
import type { RequestListSearchParams } from '../../../src/requests/list-search.ts'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const shown = (search: RequestListSearchParams) =>
  renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <EmptyRequestList search={search} ofEverybody={false} onClear={() => undefined} />
    </RouterContextProvider>,
  )

test('names the list in its empty state', () => {
  expect(shown({ mine: 'decide' })).toContain('No tiene decisiones pendientes')
  expect(shown({ mine: 'decide', status: 'submitted' })).toContain('No tiene decisiones pendientes')
  expect(shown({ mine: 'decided', status: 'submitted' })).toContain('No ha decidido solicitudes en este estado')
  expect(shown({ status: 'submitted' })).toContain('No tiene solicitudes en revisión')
})

test('offers a next step in the empty state', () => {
  expect(shown({ status: 'draft' })).toContain('Empezar una solicitud')
  expect(shown({ status: 'draft', format: 'abcdefghijklmno' })).toContain('Quitar filtros')
  expect(shown({ mine: 'decide' })).toContain('Ver todas las solicitudes')
  expect(shown({})).toContain('Crear una solicitud')
})
