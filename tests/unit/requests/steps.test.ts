import { describe, expect, it, test } from 'vitest'
import {
  needsReason,
  type RequestAction,
  requestActions,
  type Standing,
  stepsFor,
} from '../../../src/domain/request.ts'
import { expectedOf, type Hat, hats, type State, states, steps } from '../../support/steps.ts'

test('there are the steps of the contract', () => {
  expect([...requestActions].sort()).toEqual([...steps].sort())
})

const standingIn = (state: State): Standing => {
  if (state === 'failed') return { status: 'approved', documentStatus: 'failed' }
  return { status: state, documentStatus: state === 'approved' ? 'ready' : 'none' }
}
const asker = (hat: Hat) =>
  ({ id: hat === 'admin' ? 'other' : 'me', role: hat === 'owner' ? '_user' : '_admin' }) as const

describe.each(hats)('the %s', (hat) => {
  it.each(states)('of a request that is %s is offered the steps of the contract', (state) => {
    const offered = stepsFor(standingIn(state), asker(hat), 'me')
    expect([...offered].sort()).toEqual(steps.filter((step) => expectedOf(step, hat, state)?.to).sort())
  })

  it('is asked for a reason where the contract says so', () => {
    const asked = steps.filter((step) => needsReason(step as RequestAction, asker(hat), 'me'))
    expect(asked).toEqual(steps.filter((step) => expectedOf(step, hat, 'draft')?.needsReason))
  })
})

test('somebody else, who is no administrator, is offered nothing', () => {
  const strangers = states.flatMap((state) => stepsFor(standingIn(state), { id: 'other', role: '_user' }, 'me'))
  expect(strangers).toEqual([])
})
