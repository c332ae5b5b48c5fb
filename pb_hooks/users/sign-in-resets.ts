import { signInResetSchema } from '../../src/domain/users/totp.ts'
import { recordUserEvent } from '../lib/events.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { getProviderName } from '../lib/sign-in-settings.ts'
import { queryRows } from '../lib/sql.ts'
import { requireAdmin } from '../lib/users.ts'
import { enqueueMail } from '../mail/mail-queue.ts'
import { buildSecondFactorResetMail, buildUnlinkedAccountsMail, type Mail } from '../mail/mails.ts'
import { changeUserAndRespond } from './change-user.ts'
import { setTotp } from './totp-codes.ts'

/** `POST /api/app/users/{id}/second-factor/reset`: `{reason}` → 204. Sign-ins of the user need no code any more. */
export function resetSecondFactor(e: core.RequestEvent) {
  resetSignIn(e, (tx, user, actor, reason) => {
    if (user.id === actor.id) throw createErrorResponse('totp.own')
    if (!user.getBool('secondFactor')) throw createErrorResponse('user.unchanged')
    setTotp(tx, user, undefined)
    recordUserEvent(tx, user, actor, 'secondFactorReset', { reason })
    return buildSecondFactorResetMail(tx, user, actor)
  })
}

/** `POST /api/app/users/{id}/unlink`: `{reason}` → 204. Unlinks all accounts of providers from the user. */
export function unlinkAccounts(e: core.RequestEvent) {
  resetSignIn(e, (tx, user, actor, reason) => {
    const sql = 'DELETE FROM _externalAuths WHERE recordRef = {:id} RETURNING provider'
    const unlinked = queryRows(tx, sql, { id: user.id }, { provider: '' })
    if (!unlinked.length) throw createErrorResponse('sso.none')
    const providers = unlinked.map(({ provider }) => getProviderName(provider))
    tx.save(user)
    for (const provider of providers) recordUserEvent(tx, user, actor, 'unlink', { reason, details: { provider } })
    return buildUnlinkedAccountsMail(tx, user, actor, providers)
  })
}

type Reset = (tx: CoreApp, user: core.Record, actor: core.Record, reason: string) => Mail

/**
 * Removes a second factor or linked accounts with a reason, and mails the user. Ends all sessions, because a thief of the telephone or of the provider's
 * account may have opened one.
 */
function resetSignIn(e: core.RequestEvent, reset: Reset) {
  requireAdmin(e)
  const { reason } = readInput(e, signInResetSchema)
  changeUserAndRespond(e, (tx, user, actor) => {
    // `reset` saves the new key.
    user.refreshTokenKey()
    return [enqueueMail(tx, reset(tx, user, actor, reason))]
  })
}
