import { setupConfirmInput } from '../../src/domain/settings/setup-input.ts'
import { recordEvent } from '../lib/events.ts'
import { readInput } from '../lib/request-input.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { getSettings, requireAdmin } from '../lib/users.ts'
import { requireActiveAdmin } from './invitation.ts'

/** `POST /api/app/setup/confirm`: `{steps}` → 204. Records setup steps as done, so that the dashboard stops showing them. */
export function confirmSetupSteps(e: core.RequestEvent) {
  const { id } = requireAdmin(e)
  const { steps } = readInput(e, setupConfirmInput)
  writeInTransaction(e.app, (tx) => {
    const actor = requireActiveAdmin(tx, id)
    const subjectId = getSettings(tx).id
    recordEvent(tx, { subject: 'settings', subjectId, actor, action: 'confirmSetup', details: { steps } })
  })
  return e.noContent(204)
}
