import type { ErrorCode } from '../../src/domain/errors.ts'
import { createErrorResponse } from '../lib/http.ts'
import { logError } from '../lib/log.ts'
import { getNetworkPrefix } from '../lib/network.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findPersonById, findUserById, isGuest } from '../lib/users.ts'
import { enqueueMail } from '../mail/mail-queue.ts'
import { secretPlaceholder } from '../mail/mail-secrets.ts'
import { buildGuestCodeMail, buildOneTimeCodeMail } from '../mail/mails.ts'
import { clearFailedAttempts } from './password-attempts.ts'

/** Maximum wrong attempts per code. A new code has new attempts. */
const maxTriesPerCode = 5
/** Maximum wrong attempts per account and day with codes requested from one network. Other networks have their own. */
const maxTriesPerNetwork = 25
/** Maximum wrong attempts per account and day in all, so that many networks together do not guess a code. */
const maxTriesPerDay = 500
const daySeconds = 24 * 60 * 60

/**
 * Stores the request of a code and returns its id. `account` groups the attempts: the email address, or the key of a guest. Unknown email addresses get an id too, so that the response reveals
 * no accounts. Each call gets a separate id, so that clients cannot use up each other's attempts.
 */
export function storeOneTimeCodeRequest(
  app: CoreApp,
  account: string,
  user: core.Record | undefined,
  caller: string,
): string {
  const id = generateRecordId()
  const now = seconds()
  executeSql(app, 'DELETE FROM one_time_codes WHERE at < {:day} OR at > {:ahead} OR (attempts = 0 AND at < {:hour})', {
    // Also deletes rows over 60 s in the future, because a wrong clock set their times.
    ahead: now + 60,
    day: now - daySeconds,
    hour: now - 3600,
  })
  executeSql(
    app,
    'INSERT INTO one_time_codes (id, account, user, address, at, attempts) VALUES ({:id}, {:account}, {:user}, {:address}, {:now}, 0)',
    {
      id,
      account: $security.sha256(account.toLowerCase()),
      user: user?.id ?? '',
      address: getNetworkPrefix(caller),
      now,
    },
  )
  return id
}

/** Queues the mail with the code of an id and returns the mail's id. The code is created when the mail is sent. */
export function enqueueOneTimeCode(
  app: CoreApp,
  user: core.Record,
  id: string,
  buildMail = isGuest(user) ? buildGuestCodeMail : buildOneTimeCodeMail,
): string {
  return enqueueMail(app, buildMail(app, user, secretPlaceholder), {
    kind: 'code',
    user: user.id,
    otp: id,
  })
}

/** Queues codes that were requested but not sent because the server stopped; called at startup. Rows with an error are logged and skipped. */
export function enqueueUnsentOneTimeCodes(app: CoreApp) {
  const promised = queryRows(
    app,
    `SELECT id, user FROM one_time_codes WHERE user != '' AND at > {:since}
       AND NOT EXISTS (SELECT 1 FROM _otps WHERE recordRef = user AND unixepoch(_otps.created) > {:since})
       AND NOT EXISTS (SELECT 1 FROM outgoing_mails WHERE secret LIKE '%"code"%' AND instr(secret, user))
     GROUP BY user HAVING max(at)`,
    { since: seconds() - app.findCachedCollectionByNameOrId('users').otp.duration },
    { id: '', user: '' },
  )
  for (const { id, user } of promised) {
    try {
      const person = findPersonById(app, user)
      if (person) enqueueOneTimeCode(app, person, id)
    } catch (error) {
      logError('No se pudo preparar un código pendiente:', error)
    }
  }
}

/** Redeems a one-time code: confirms the email address of the user or guest. PocketBase's own call counts attempts per network only and may replace the password. */
export function redeemOneTimeCode(
  app: CoreApp,
  id: string,
  code: string,
  collection: 'users' | 'guests' = 'users',
): core.Record {
  const asked = queryRow(
    app,
    'SELECT account, user, address, at FROM one_time_codes WHERE id = {:id}',
    { id },
    codeRequestColumns,
  )
  if (!asked) throw createErrorResponse('code.invalid')
  if (seconds() - asked.at > app.findCachedCollectionByNameOrId('users').otp.duration)
    throw createErrorResponse('code.expired')
  if (!countAttempt(app, id, asked))
    throw createErrorResponse(collection === 'users' ? 'code.attempts' : 'link.attempts', 429)
  const person = findPersonById(app, asked.user)
  const user = person?.collection().name === collection ? person : undefined
  const otp = user && findCode(app, user, id)
  if (!user || !otp) throw refuseInEqualTime(app, code)
  if (otp.hasExpired(user.collection().otp.durationTime())) throw createErrorResponse('code.expired')
  if (!otp.validatePassword(code)) throw createErrorResponse('code.invalid')
  let refusal: ErrorCode | undefined
  writeInTransaction(app, (tx) => {
    if (findCode(tx, user, id)?.id !== otp.id) refusal = 'code.invalid'
    else confirmEmail(tx, asked.account, user.id)
  })
  if (refusal) throw createErrorResponse(refusal)
  return findPersonById(app, user.id) ?? user
}

const codeRequestColumns = { account: '', user: '', address: '', at: 0 }
const seconds = () => Math.floor(Date.now() / 1000)

/** Returns the code of an id. If the user requested a code again too soon to get another mail, returns the latest code sent. */
function findCode(app: CoreApp, user: core.Record, id: string): core.OTP | undefined {
  const codes = app.findAllOTPsByRecord(user)
  return codes.find((otp) => otp?.id === id) ?? codes[0]
}

/** Hashes a code like a real comparison, because a fast response would reveal that no code exists. */
function refuseInEqualTime(app: CoreApp, code: string): ApiError {
  new Record(app.findCachedCollectionByNameOrId('_otps')).set('password', code)
  return createErrorResponse('code.invalid')
}

/** Counts an attempt before the comparison, so that parallel attempts are all counted; returns false above the limits. */
function countAttempt(app: CoreApp, id: string, { account, address }: typeof codeRequestColumns): boolean {
  const taken = queryRow(
    app,
    `UPDATE one_time_codes SET attempts = attempts + 1 WHERE id = {:id} AND attempts < {:ofCode}
       AND (SELECT total(attempts) FROM one_time_codes WHERE account = {:account} AND address = {:address} AND at > {:since}) < {:ofCaller}
       AND (SELECT total(attempts) FROM one_time_codes WHERE account = {:account} AND at > {:since}) < {:ofDay}
     RETURNING attempts`,
    {
      id,
      account,
      address,
      since: seconds() - daySeconds,
      ofCode: maxTriesPerCode,
      ofCaller: maxTriesPerNetwork,
      ofDay: maxTriesPerDay,
    },
    { attempts: 0 },
  )
  return taken !== undefined
}

function confirmEmail(tx: CoreApp, account: string, id: string) {
  executeSql(tx, 'DELETE FROM _otps WHERE recordRef = {:id}', { id })
  executeSql(tx, 'DELETE FROM one_time_codes WHERE account = {:account}', { account })
  const user = findUserById(tx, id)
  if (!user) return
  clearFailedAttempts(tx, user)
  if (user.verified()) return
  user.setVerified(true)
  tx.save(user)
}
