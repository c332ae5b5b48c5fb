import { base32Alphabet, totpCodeSchema, totpConfirmationSchema, totpStartSchema } from '../../src/domain/users/totp.ts'
import { recordUserEvent } from '../lib/events.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById, requireUser } from '../lib/users.ts'
import { requirePassword } from './current-password.ts'
import { decryptSecret, encryptSecret, hasTotp, redeemTotpCode, replaceRecoveryCodes, setTotp } from './totp-codes.ts'

/** Length of a secret in Base32: 160 bits, as RFC 4226 recommends. */
const secretLength = 32

/** `GET /api/app/totp` → `TotpState` of the caller. */
export function getTotp(e: core.RequestEvent) {
  const { id } = requireUser(e)
  const sql = 'SELECT count(*) AS n FROM recovery_codes WHERE user = {:id}'
  return e.json(200, {
    isOffered: engine.seals.canStore(),
    isActive: hasTotp(e.app, id),
    recoveryCodes: queryRow(e.app, sql, { id }, { n: 0 })?.n ?? 0,
  })
}

/** `POST /api/app/totp`: `{password}` → `{secret, token}`. Stores nothing until a code confirms the secret. */
export function startTotp(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { password } = readInput(e, totpStartSchema)
  if (!engine.seals.canStore()) throw createErrorResponse('totp.secret', 409)
  if (hasTotp(e.app, caller.id)) throw createErrorResponse('totp.active', 409)
  requirePassword(e, caller, password)
  const secret = $security.randomStringWithAlphabet(secretLength, base32Alphabet)
  return e.json(200, { secret, token: encryptSecret(caller.id, secret) })
}

/** `PUT /api/app/totp`: `{token, code}` → `{codes}`. From now on, sign-ins of the caller need a code of the app. */
export function confirmTotp(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { token, code } = readInput(e, totpConfirmationSchema)
  const step = engine.findTotpStep(decryptSecret(caller.id, token), code)
  if (!step) throw createErrorResponse('code.invalid')
  return respondWithCodes(e, caller, 'totp', (tx, user) => {
    if (hasTotp(tx, user.id)) throw createErrorResponse('totp.active', 409)
    setTotp(tx, user, { secret: token, step })
  })
}

/** `POST /api/app/totp/codes`: `{code}` → `{codes}`. Replaces the recovery codes. */
export function createRecoveryCodes(e: core.RequestEvent) {
  const caller = requireUser(e)
  redeemTotpCode(e, caller, readInput(e, totpCodeSchema).code)
  return respondWithCodes(e, caller, 'recoveryCodes', (tx, user) => {
    if (!hasTotp(tx, user.id)) throw createErrorResponse('code.invalid')
  })
}

/** `POST /api/app/totp/end`: `{code}` → 204. Sign-ins of the caller need no code, unless `SECOND_FACTOR` requires one sent by mail. */
export function endTotp(e: core.RequestEvent) {
  const caller = requireUser(e)
  redeemTotpCode(e, caller, readInput(e, totpCodeSchema).code)
  changeTotp(e.app, caller, 'totpEnd', (tx, user) => setTotp(tx, user, undefined))
  return e.noContent(204)
}

type TotpChange = (tx: CoreApp, user: core.Record) => void

function changeTotp(app: CoreApp, caller: core.Record, action: string, change: TotpChange) {
  writeInTransaction(app, (tx) => {
    const user = findUserById(tx, caller.id)
    if (!user?.getBool('isActive')) throw createErrorResponse('user.inactive', 403)
    change(tx, user)
    recordUserEvent(tx, user, user, action)
  })
}

function respondWithCodes(e: core.RequestEvent, caller: core.Record, action: string, change: TotpChange) {
  let codes: string[] = []
  changeTotp(e.app, caller, action, (tx, user) => {
    change(tx, user)
    codes = replaceRecoveryCodes(tx, user.id)
  })
  return e.json(200, { codes })
}
