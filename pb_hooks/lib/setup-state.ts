import type { SetupState } from '../../src/domain/settings/settings-output.ts'
import { type SetupStep, type SetupStepState, setupSteps } from '../../src/domain/settings/setup-step.ts'
import { queryRow } from './sql.ts'

/**
 * SQL condition that mails are delivered: a test mail was sent, or a second user confirmed an address or set a password
 * by mail.
 */
const mailArrives = `EXISTS (SELECT 1 FROM events WHERE subjectId = settings.id AND action = 'testMail' AND "to" = 'sent')
  OR (SELECT count(*) FROM (SELECT 1 FROM users WHERE verified LIMIT 2)) > 1`

/** SQL expression: number of mails whose first attempt failed. */
export const undeliveredMailCount = `((SELECT count(*) FROM outgoing_mails WHERE attempts > 1)
   + (SELECT count(DISTINCT claim) FROM delivery_mails WHERE attempts > 1))`

/** SQL expression: details of all confirmations, concatenated; for example `{"steps":["mail"]}`. */
const confirmedDetails =
  "ifnull((SELECT group_concat(details) FROM events WHERE subjectId = settings.id AND action = 'confirmSetup'), '')"

const isIn = (confirmed: string, step: SetupStep) => confirmed.includes(`"${step}"`)

export function listConfirmedSetupSteps(app: CoreApp): SetupStep[] {
  const found = queryRow(app, `SELECT ${confirmedDetails} AS confirmed FROM settings`, {}, { confirmed: '' })
  return setupSteps.filter((step) => isIn(found?.confirmed ?? '', step))
}

const noSteps = { organisation: 0, signatory: 0, formats: 0, mail: 0, people: 0, undelivered: 0, confirmed: '' }

/** Returns the setup state, computed from the stored data. Administrators confirm formats, and that mails remain files; other confirmed setup steps count as dismissed. */
export function getSetupState(app: CoreApp): SetupState {
  const { smtp, meta } = app.settings()
  const found =
    queryRow(
      app,
      `SELECT organisationName != '' AND organisationId != '' AND city != '' AS organisation,
         EXISTS (SELECT 1 FROM signatories WHERE active) AS signatory,
         EXISTS (SELECT 1 FROM formats WHERE status = 'archived' OR version > 1) AS formats,
         ${mailArrives} AS mail,
         (SELECT count(*) FROM (SELECT 1 FROM users WHERE isActive LIMIT 2)) > 1 AS people,
         ${undeliveredMailCount} AS undelivered,
         ${confirmedDetails} AS confirmed
       FROM settings`,
      {},
      noSteps,
    ) ?? noSteps
  const getState = (step: SetupStep): SetupStepState => {
    if (found[step] && (step !== 'mail' || smtp.enabled)) return 'done'
    if (!isIn(found.confirmed, step)) return 'open'
    return step === 'formats' || (step === 'mail' && !smtp.enabled) ? 'done' : 'dismissed'
  }
  const steps = Object.fromEntries(setupSteps.map((step) => [step, getState(step)])) as SetupState['steps']
  const server = smtp.enabled ? `${smtp.host}:${smtp.port}` : ''
  return { steps, mail: { server, sender: meta.senderAddress, undelivered: found.undelivered } }
}
