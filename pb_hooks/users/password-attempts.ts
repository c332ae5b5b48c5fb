import { createWaitError } from '../lib/limits.ts'
import { getNetworkPrefix } from '../lib/network.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { getKnownDeviceKey } from './device-cookie.ts'

/** Maximum wrong passwords and the period in seconds in which they count. */
const limits = {
  account: { maxTries: 10, seconds: 900 },
  address: { maxTries: 30, seconds: 60 },
} as const
/** Seconds after which an unfinished password check counts as wrong, because the server was stopped during it. */
const maxCheckSeconds = 30
/** Maximum seconds by which a stored time may be in the future. Later times come from a wrong clock and are ignored. */
const maxSecondsAhead = 60
const pollIntervalMs = 100
const maxWaitMs = 10_000

/**
 * Runs a password check unless there were too many wrong ones for the account (existing or not) or the network.
 * Each attempt is counted before its check, so that parallel attempts are all counted; correct ones are refunded.
 * Known devices are counted separately, so that wrong passwords from elsewhere do not lock the owner out.
 */
export function withAttemptLimit<Answer>(
  e: PasswordCall,
  identity: string,
  judge: () => Answer,
  isWrong: (error: unknown) => boolean,
) {
  const device = getKnownDeviceKey(e as core.RequestEvent, identity)
  const account = getAccountKey(identity)
  const id = registerAttempt(e, device ? `${account} ${device}` : account, device ?? getNetworkPrefix(e.realIP()))
  let wrong = false
  try {
    return judge()
  } catch (error) {
    wrong = isWrong(error)
    throw error
  } finally {
    const sql = wrong
      ? 'UPDATE failed_sign_ins SET compared = 1 WHERE id = {:id}'
      : 'DELETE FROM failed_sign_ins WHERE id = {:id}'
    executeSql(e.app, sql, { id })
  }
}

const getAccountKey = (email: string) => $security.sha256(email.toLowerCase())

/**
 * Deletes the failed passwords and codes of an account. Call it after the user has confirmed the email address, or at an administrator's request.
 * Codes without an attempt remain, because the mail with one of them may still arrive.
 */
export function clearFailedAttempts(tx: CoreApp, user: core.Record) {
  const account = getAccountKey(user.email())
  // Includes attempts from known devices: their key starts with the account's key.
  executeSql(tx, "DELETE FROM failed_sign_ins WHERE account BETWEEN {:account} AND {:account} || '~'", { account })
  executeSql(tx, 'UPDATE one_time_codes SET attempts = 0 WHERE account = {:account} AND attempts > 0', { account })
}

interface PasswordCall {
  app: CoreApp
  realIP(): string
  response?: http.ResponseWriter
  requestEvent?: core.RequestEvent
}

/**
 * Registers an attempt and returns its id. Throws if wrong passwords have used up the limit; waits if only running
 * checks have.
 */
function registerAttempt(e: PasswordCall, account: string, address: string): number {
  for (let waited = 0; ; waited += pollIntervalMs) {
    const now = Math.floor(Date.now() / 1000)
    const seconds = Math.max(
      getWaitSeconds(e.app, 'account', account, now),
      getWaitSeconds(e.app, 'address', address, now),
    )
    const id = seconds === 0 && insertAttempt(e.app, account, address, now)
    if (id) return id
    if (seconds > 0 || waited >= maxWaitMs)
      throw createWaitError(e.requestEvent?.response ?? e.response, 'signIn.wait', Math.max(1, seconds))
    sleep(pollIntervalMs)
  }
}

/** Returns the seconds until another attempt is allowed; 0 if it is allowed now. */
function getWaitSeconds(app: CoreApp, by: keyof typeof limits, key: string, now: number): number {
  const { maxTries, seconds } = limits[by]
  const oldest = queryRow(
    app,
    `SELECT at FROM failed_sign_ins WHERE ${by} = {:key} AND at > {:since} AND at <= {:ahead} AND (compared = 1 OR at < {:lost}) ORDER BY at DESC LIMIT 1 OFFSET {:others}`,
    { key, ahead: now + maxSecondsAhead, since: now - seconds, lost: now - maxCheckSeconds, others: maxTries - 1 },
    { at: 0 },
  )
  return oldest ? oldest.at + seconds - now : 0
}

/** Inserts an attempt and returns its id; 0 if running checks use up the limit. */
function insertAttempt(app: CoreApp, account: string, address: string, now: number): number {
  const { account: ofAccount, address: ofAddress } = limits
  executeSql(app, 'DELETE FROM failed_sign_ins WHERE at <= {:before} OR at > {:ahead}', {
    before: now - ofAccount.seconds,
    ahead: now + maxSecondsAhead,
  })
  const taken = queryRow(
    app,
    `INSERT INTO failed_sign_ins (account, address, at, compared) SELECT {:account}, {:address}, {:now}, 0
     WHERE (SELECT count(*) FROM failed_sign_ins WHERE account = {:account} AND at > {:sinceAccount}) < {:mostAccount}
       AND (SELECT count(*) FROM failed_sign_ins WHERE address = {:address} AND at > {:sinceAddress}) < {:mostAddress}
     RETURNING id`,
    {
      account,
      address,
      now,
      sinceAccount: now - ofAccount.seconds,
      mostAccount: ofAccount.maxTries,
      sinceAddress: now - ofAddress.seconds,
      mostAddress: ofAddress.maxTries,
    },
    { id: 0 },
  )
  return taken?.id ?? 0
}
