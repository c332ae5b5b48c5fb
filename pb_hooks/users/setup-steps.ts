import { setupConfirmSchema } from '../../src/domain/settings/setup-input.ts'
import { recordEvent } from '../lib/events.ts'
import { readInput } from '../lib/http.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { listConfirmedSetupSteps } from '../lib/setup-state.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireActiveAdmin, requireAdmin } from '../lib/users.ts'

/** `POST /api/app/setup/confirm`: `{steps}` → 204. Records setup steps as done, so that the dashboard stops showing them. Skips confirmed steps. */
export function confirmSetupSteps(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const input = readInput(e, setupConfirmSchema)
  writeInTransaction(e.app, (tx) => {
    const actor = requireActiveAdmin(tx, caller)
    const confirmed = listConfirmedSetupSteps(tx)
    const steps = [...new Set(input.steps)].filter((step) => !confirmed.includes(step))
    if (steps.length === 0) return
    const subjectId = getSettingsRecord(tx).id
    recordEvent(tx, { subject: 'settings', subjectId, actor, action: 'confirmSetup', details: { steps } })
  })
  return e.noContent(204)
}
