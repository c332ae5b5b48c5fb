import { decisions, type RequestAction } from '../../src/domain/requests/request.ts'
import { stamp } from '../lib/clock.ts'
import { run } from '../lib/sql.ts'

/** Steps of which the owner of a request is told. */
const told: readonly RequestAction[] = [...decisions, 'issue', 'annul']
export const isMailedToOwner = (action: RequestAction) => told.includes(action)

/** Milliseconds after which the mails leave of a decision of many that did not come to its end. */
const patience = 300_000

interface Told {
  action: RequestAction
  asker: { id: string }
  /** Set apart from all other decisions: those of thousands are queued part by part. */
  decision: string
}

/** Queues, in the transaction that decides them, what others than the asker are to be told; it leaves when all is decided, at once if these are all. */
export function enqueueDecisionMails(
  tx: CoreApp,
  { action, asker, decision }: Told,
  decided: { id: string; owner: string }[],
  areAll: boolean,
) {
  if (!isMailedToOwner(action) || decided.length === 0) return
  run(
    tx,
    `INSERT INTO decisions_to_tell (request, owner, decision, step, due)
     SELECT value ->> 'id', value ->> 'owner', {:decision}, {:action}, {:due} FROM json_each({:decided}) WHERE value ->> 'owner' != {:asker}
       AND NOT EXISTS (SELECT 1 FROM notice_choices WHERE person = value ->> 'owner' AND kind = 'decided' AND mail != 'now')`,
    {
      decision,
      action,
      due: stamp(Date.now() + (areAll ? 0 : patience)),
      asker: asker.id,
      decided: JSON.stringify(decided),
    },
  )
}

/** All is decided: the mails leave within a minute. */
export function releaseDecisionMails(tx: CoreApp, decision: string) {
  run(tx, 'UPDATE decisions_to_tell SET due = {:now} WHERE decision = {:decision}', { now: stamp(), decision })
}

/** At the start nobody decides anything: of what the process before left unfinished, the mails of what it decided leave. */
export function releaseAllDecisionMails(app: CoreApp) {
  run(app, "UPDATE decisions_to_tell SET due = {:now} WHERE claim = '' AND due > {:now}", { now: stamp() })
}
