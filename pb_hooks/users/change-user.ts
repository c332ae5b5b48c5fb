import { createErrorResponse, getPathId, respondEmptyEarly } from '../lib/http.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById, requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { sendQueuedMails } from '../mail/mail-queue.ts'

type UserChange = (tx: CoreApp, user: core.Record, actor: core.Record) => string[]

/** Runs a change by an administrator of the user in the call's path. `change` returns the ids of its queued mails; so does this function. */
export function changeUser(e: core.RequestEvent, change: UserChange): string[] {
  const caller = requireAdmin(e)
  let mails: string[] = []
  writeInTransaction(e.app, (tx) => {
    const actor = requireActiveAdmin(tx, caller)
    const user = findUserById(tx, getPathId(e))
    if (!user) throw createErrorResponse('user.notFound', 404)
    mails = change(tx, user, actor)
  })
  return mails
}

/** Runs a change of a user, as `changeUser`; responds 204 and sends the mails. */
export function changeUserAndRespond(e: core.RequestEvent, change: UserChange) {
  const mails = changeUser(e, change)
  respondEmptyEarly(e)
  sendQueuedMails(...mails)
}
