import { secondFactorSchema } from '../../src/domain/users/user.ts'
import { recordUserEvent } from '../lib/events.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById, requireUser } from '../lib/users.ts'
import { redeemOneTimeCode } from './one-time-codes.ts'
import { hasTotp } from './totp-codes.ts'

/** `PUT /api/app/second-factor`: `{enabled, otpId, code}` → 204. Requires a code sent by mail, because a user without access to the mailbox could not sign in again. */
export function saveSecondFactor(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { enabled, otpId, code } = readInput(e, secondFactorSchema)
  if (redeemOneTimeCode(e.app, otpId, code).id !== caller.id) throw createErrorResponse('code.invalid')
  writeInTransaction(e.app, (tx) => {
    const user = findUserById(tx, caller.id)
    if (!user?.getBool('isActive')) throw createErrorResponse('user.inactive', 403)
    // A code sent by mail must not replace the app.
    if (hasTotp(tx, user.id)) throw createErrorResponse('totp.active', 409)
    if (user.getBool('secondFactor') === enabled) return
    user.set('secondFactor', enabled)
    tx.save(user)
    recordUserEvent(tx, user, user, enabled ? 'secondFactor' : 'secondFactorEnd')
  })
  return e.noContent(204)
}
