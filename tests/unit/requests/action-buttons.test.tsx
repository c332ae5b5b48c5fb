import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Request } from '../../../src/domain/requests/request-output.ts'
import type { User } from '../../../src/domain/users/user.ts'
import { ActionButtons } from '../../../src/requests/detail/action-buttons.tsx'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const users = {
  owner: { id: 'owner', role: '_user' },
  admin: { id: 'admin', role: '_admin' },
  ownerAdmin: { id: 'owner', role: '_admin' },
  approver: { id: 'approver', role: '_user' },
}

/** Returns the labels of the buttons in reading order. */
function showButtons(user: keyof typeof users, request: Partial<Request> & { decidable?: boolean }): string[] {
  const state = { id: 'r', owner: 'owner', format: 'f', step: 0, documentStatus: 'none', finality: '', annulledAt: '' }
  const html = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <ActionButtons
        request={{ ...state, ...request } as unknown as Request}
        me={users[user] as User}
        onAsk={() => undefined}
      />
    </RouterContextProvider>,
  )
  return [...html.matchAll(/<(?:button|a)([^>]*)>(.*?)<\/(?:button|a)>/g)].map(
    ([, attributes = '', content = '']) =>
      /aria-label="([^"]+)"/.exec(attributes)?.[1] ?? content.replace(/<[^>]+>/g, ''),
  )
}

const preliminary = { status: 'approved', documentStatus: 'ready', finality: 'preliminary' } as const

test.each([
  ['owner', { status: 'draft' }, ['Anular', 'Continuar']],
  ['owner', { status: 'returned' }, ['Más acciones', 'Usar como base', 'Corregir']],
  ['owner', { status: 'submitted' }, ['Anular', 'Usar como base']],
  ['owner', preliminary, ['Usar como base']],
  ['admin', { status: 'submitted' }, ['Más acciones', 'Devolver', 'Aprobar']],
  ['ownerAdmin', { status: 'submitted' }, ['Más acciones', 'Devolver', 'Aprobar']],
  ['approver', { status: 'submitted', step: 1, decidable: true }, ['Más acciones', 'Devolver', 'Aprobar']],
  ['approver', { status: 'submitted', step: 1, decidable: false }, []],
  ['admin', preliminary, ['Más acciones', 'Usar como base', 'Emitir como definitivo']],
  ['admin', { ...preliminary, finality: 'final' }, ['Más acciones', 'Usar como base']],
  ['admin', { ...preliminary, documentStatus: 'failed' }, ['Más acciones', 'Usar como base', 'Devolver']],
  ['admin', { ...preliminary, annulledAt: '2026-11-29 12:00:00.000Z' }, ['Más acciones', 'Usar como base']],
  ['admin', { status: 'rejected' }, ['Más acciones', 'Usar como base', 'Reabrir']],
  ['admin', { status: 'cancelled' }, ['Más acciones', 'Usar como base']],
] as const)('%s sees at most two buttons and a menu for %o', (user, request, expected) => {
  expect(showButtons(user, request)).toEqual(expected)
})
