import { getIds } from '../../lib/record-id.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import { eraseRequests } from '../privacy/erase-requests.ts'
import type { ActionHandler } from './action.ts'
import { planPrivacy } from './hold.ts'

/** Erases the personal data of ended requests. */
export const anonymizeRequests: ActionHandler = {
  plan: planPrivacy('anonymized'),
  effects: [(tx, { requests }) => eraseRequests(tx, getIds(requests)), recordActionEvents],
}
