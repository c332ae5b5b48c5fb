import { base32Alphabet, recoveryCodeLength } from '../../src/domain/users/totp.ts'
import { recordUserEvent } from '../lib/events.ts'
import { createErrorResponse } from '../lib/http.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { enqueueMail } from '../mail/mail-queue.ts'
import { buildTotpStoppedMail } from '../mail/mails.ts'
import { withAttemptLimit } from './password-attempts.ts'

const recoveryCodeCount = 10
/** Maximum wrong codes of an app in a row. The limit of ten attempts in 15 minutes alone lets a client guess a code within a year with a probability of 65 %. */
const maxWrongCodes = 100

/** Returns whether sign-ins of a user need a code of an app. */
export const hasTotp = (app: CoreApp, id: string): boolean => findKey(app, id) !== undefined

const findKey = (app: CoreApp, id: string) =>
  queryRow(app, 'SELECT secret, wrong FROM totp_keys WHERE user = {:id}', { id }, { secret: '', wrong: 0 })

/** Returns the key of AES-256, in 32 characters. It differs from the key of the seal, which is derived from the same variable. */
const getCipherKey = () => $security.sha256(`totp ${$os.getenv('ENCRYPTION_KEY')}`).slice(0, 32)

/** Encrypts a secret together with the id of its user. */
export const encryptSecret = (id: string, secret: string): string =>
  $security.encrypt(`${id} ${secret}`, getCipherKey())

/** Returns a secret; '' if `encrypted` is not valid, belongs to another user, or was encrypted with another variable or without it. */
export function decryptSecret(id: string, encrypted: string): string {
  // Without the variable, anybody can compute the key.
  if (!engine.seals.canStore()) return ''
  try {
    const [owner, secret = ''] = String($security.decrypt(encrypted, getCipherKey())).split(' ')
    return owner === id ? secret : ''
  } catch {
    return ''
  }
}

/** Uses up a code of the app or a recovery code; throws if it is wrong. Wrong codes count like wrong passwords. */
export function redeemTotpCode(e: core.RequestEvent, user: core.Record, code: string) {
  const redeem = () => {
    const isRight = code.length === recoveryCodeLength ? redeemRecoveryCode : redeemAppCode
    if (!isRight(e.app, user, code)) throw createErrorResponse('code.invalid')
  }
  withAttemptLimit(e, user.email(), redeem, () => true)
}

/** SQL that stores the step of a right code, or counts a wrong one. `wrong` is 0 only after a right code. */
const countAppCode = `UPDATE totp_keys SET wrong = iif({:step} > step, 0, wrong + 1), step = max({:step}, step)
  WHERE user = {:id} AND secret = {:secret} AND wrong < ${maxWrongCodes} RETURNING wrong`

/** Returns false if the code is wrong, or if this or a later code was used before. Stops the app after `maxWrongCodes` in a row. */
function redeemAppCode(app: CoreApp, user: core.Record, code: string): boolean {
  const { id } = user
  const key = findKey(app, id)
  if (!key) return false
  if (key.wrong >= maxWrongCodes) throw createErrorResponse('totp.stopped', 409)
  const secret = decryptSecret(id, key.secret)
  if (!secret) throw createErrorResponse('totp.secret', 409)
  const params = { id, secret: key.secret, step: engine.findTotpStep(secret, code) }
  let wrong: number | undefined
  writeInTransaction(app, (tx) => {
    wrong = queryRow(tx, countAppCode, params, { wrong: 0 })?.wrong
    if (wrong !== maxWrongCodes) return
    recordUserEvent(tx, user, null, 'totpStop')
    enqueueMail(tx, buildTotpStoppedMail(tx, user))
  })
  return wrong === 0
}

function redeemRecoveryCode(app: CoreApp, user: core.Record, code: string): boolean {
  const params = { id: user.id, hash: $security.sha256(code) }
  const sql = 'DELETE FROM recovery_codes WHERE user = {:id} AND hash = {:hash} RETURNING hash'
  let isRight = false
  writeInTransaction(app, (tx) => {
    isRight = queryRow(tx, sql, params, { hash: '' }) !== undefined
    if (!isRight) return
    executeSql(tx, 'UPDATE totp_keys SET wrong = 0 WHERE user = {:id}', { id: user.id })
    recordUserEvent(tx, user, user, 'recoveryCode')
  })
  return isRight
}

/** Replaces the recovery codes of a user. Returns the new ones, of which only hashes are stored. */
export function replaceRecoveryCodes(tx: CoreApp, id: string): string[] {
  executeSql(tx, 'DELETE FROM recovery_codes WHERE user = {:id}', { id })
  const createCode = () => $security.randomStringWithAlphabet(recoveryCodeLength, base32Alphabet)
  const codes = Array.from({ length: recoveryCodeCount }, createCode)
  for (const code of codes)
    executeSql(tx, 'INSERT INTO recovery_codes (user, hash) VALUES ({:id}, {:hash})', {
      id,
      hash: $security.sha256(code),
    })
  return codes
}

/** Stores or deletes the secret of a user's app, and saves whether sign-ins need a code. Sign-ins that wait for a code start again. */
export function setTotp(tx: CoreApp, user: core.Record, key: { secret: string; step: number } | undefined) {
  const { id } = user
  for (const sql of totpDeletions) executeSql(tx, sql, { id })
  const sql = 'INSERT INTO totp_keys (user, secret, step) VALUES ({:id}, {:secret}, {:step})'
  if (key) executeSql(tx, sql, { id, ...key })
  user.set('secondFactor', key !== undefined)
  tx.save(user)
}

/** Statements that delete what is stored of the second factor of user `{:id}`. */
export const totpDeletions = [
  'DELETE FROM totp_keys WHERE user = {:id}',
  'DELETE FROM recovery_codes WHERE user = {:id}',
  'DELETE FROM _mfas WHERE recordRef = {:id}',
]
