import { describe, expect, it, test } from 'vitest'
import type { Finality } from '../../../src/domain/documents/document-kind.ts'
import {
  getAllowedActions,
  isReasonRequired,
  type RequestAction,
  type RequestState,
  requestActionNames,
  requestActions,
} from '../../../src/domain/requests/actions.ts'
import { type DocumentStatus, decisionTypes } from '../../../src/domain/requests/request.ts'
import { expectedOf, type Hat, hats, type State, states, steps } from '../../support/steps.ts'

test('defines the actions of the contract', () => {
  expect([...requestActionNames].sort()).toEqual([...steps].sort())
})

const before = { documentStatus: 'none', finality: '', annulledAt: '' } as const
const approved = (documentStatus: DocumentStatus, finality: Finality = 'preliminary', annulledAt = '') =>
  ({ status: 'approved', documentStatus, finality, annulledAt }) as const
const day = '2026-11-22 08:00:00.000Z'

const standings: Record<State, RequestState> = {
  draft: { status: 'draft', ...before },
  submitted: { status: 'submitted', ...before },
  returned: { status: 'returned', ...before },
  rejected: { status: 'rejected', ...before },
  cancelled: { status: 'cancelled', ...before },
  pending: approved('pending'),
  approved: approved('ready'),
  failed: approved('failed'),
  'final pending': approved('pending', 'final'),
  final: approved('ready', 'final'),
  'final failed': approved('failed', 'final'),
  'annulled pending': approved('pending', 'preliminary', day),
  annulled: approved('ready', 'final', day),
  'annulled failed': approved('failed', 'preliminary', day),
}
const asker = (hat: Hat) =>
  ({ id: hat === 'admin' ? 'other' : 'me', role: hat === 'owner' ? '_user' : '_admin' }) as const

describe.each(hats)('%s', (hat) => {
  it.each(states)('may perform the actions of the contract on a request with status %s', (state) => {
    const offered = getAllowedActions(standings[state], asker(hat), 'me')
    expect([...offered].sort()).toEqual(steps.filter((step) => expectedOf(step, hat, state)?.to).sort())
  })

  it('must give a reason for the actions of the contract', () => {
    const asked = steps.filter((step) => isReasonRequired(step as RequestAction, asker(hat), 'me'))
    expect(asked).toEqual(steps.filter((step) => expectedOf(step, hat, 'draft')?.needsReason))
  })
})

test('offers no actions to other users without administration', () => {
  const strangers = states.flatMap((state) => getAllowedActions(standings[state], { id: 'other', role: '_user' }, 'me'))
  expect(strangers).toEqual([])
})

test('lets users undo the decisions of approvers, and no other action', () => {
  const decisions = ['approve', 'return', 'reject']
  expect(decisionTypes).toEqual(decisions)
  expect(requestActionNames.filter((name) => requestActions[name].by.includes('approver'))).toEqual(decisions)
  expect(requestActionNames.filter((name) => requestActions[name].undoable)).toEqual(decisions)
  expect(decisions.map((name) => requestActions[name as RequestAction].key)).toEqual(['A', 'D', 'R'])
})

test('notifies requesters of the actions of the contract', () => {
  const notified = requestActionNames.filter((name) => requestActions[name].notice)
  expect(notified).toEqual(['approve', 'return', 'reject', 'issue', 'annul'])
})

test('offers to release a held request instead of anonymising it, and nothing after that', () => {
  const rejected = { ...standings.rejected, privacy: 'held' } as const
  expect(getAllowedActions(rejected, asker('admin'), 'me')).toEqual(['reopen', 'release'])
  for (const state of states)
    expect(getAllowedActions({ ...standings[state], privacy: 'anonymized' }, asker('chief'), 'me')).toEqual([])
})
