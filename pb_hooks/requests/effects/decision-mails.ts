import { decisionNoticeTexts, type NotifiedAction } from '../../../src/domain/notices/notice.ts'
import type { RequestAction } from '../../../src/domain/requests/request-transitions.ts'
import { bulkTimeoutMs, formatTimestamp } from '../../lib/clock.ts'
import { executeSql } from '../../lib/sql.ts'

export const isMailedToOwner = (action: RequestAction): action is NotifiedAction => action in decisionNoticeTexts

interface Taken {
  /** Id shared by the chunks of a bulk decision. */
  id: string
  action: RequestAction
  caller: { id: string }
}

/**
 * Queues mails to the requesters of decided requests. If `isWhole` (the call has only one chunk) they are due at once;
 * otherwise `releaseDecisionMails` makes them due after the last chunk.
 */
export function enqueueDecisionMails(
  tx: CoreApp,
  { id: decision, action, caller }: Taken,
  requests: { id: string; owner: string }[],
  isWhole: boolean,
) {
  if (!isMailedToOwner(action)) return
  const decided = requests.flatMap(({ id, owner }) => (owner === caller.id ? [] : { id, owner }))
  if (!decided.length) return
  executeSql(
    tx,
    `INSERT INTO decisions_to_tell (request, owner, decision, step, due)
     SELECT value ->> 'id', value ->> 'owner', {:decision}, {:action}, {:due} FROM json_each({:decided})
     WHERE NOT EXISTS (SELECT 1 FROM notice_choices WHERE person = value ->> 'owner' AND kind = 'decided' AND mail != 'now')`,
    {
      decision,
      action,
      due: formatTimestamp(Date.now() + (isWhole ? 0 : bulkTimeoutMs)),
      decided: JSON.stringify(decided),
    },
  )
}

/** Makes the mails of a decision due; they are sent within a minute. */
export function releaseDecisionMails(tx: CoreApp, decision: string) {
  executeSql(tx, 'UPDATE decisions_to_tell SET due = {:now} WHERE decision = {:decision}', {
    now: formatTimestamp(),
    decision,
  })
}

/** Makes the mails of all decisions due; called at startup, when no decision is running. */
export function releaseAllDecisionMails(app: CoreApp) {
  executeSql(app, "UPDATE decisions_to_tell SET due = {:now} WHERE claim = '' AND due > {:now}", {
    now: formatTimestamp(),
  })
}
