import { getIds } from '../../lib/record-id.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import { eraseRequests } from '../privacy/erase-requests.ts'
import type { ActionHandler } from './action.ts'
import { planEach } from './load-requests.ts'

/** Erases the personal data of ended requests. */
export const anonymizeRequests: ActionHandler = {
  plan: planEach(() => ({ set: { privacy: 'anonymized' } })),
  effects: [(tx, { requests }) => eraseRequests(tx, getIds(requests)), recordActionEvents],
}
