import { formatTimestamp } from '../lib/clock.ts'
import { daySeconds } from '../lib/counted-calls.ts'
import { recordEvent, recordUserEvent } from '../lib/events.ts'
import { createErrorResponse, getPathId } from '../lib/http.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { changeUser } from './change-user.ts'
import { disconnectUser } from './sessions.ts'
import { totpDeletions } from './totp-codes.ts'

/** Queries for references to a user. If any returns a row, the account cannot be deleted. */
const references = [
  'SELECT 1 AS n FROM requests WHERE owner = {:id}',
  'SELECT 1 AS n FROM batches WHERE owner = {:id}',
  // Ignores the creation and deletion of drafts.
  "SELECT 1 AS n FROM events WHERE actor = {:id} AND subject IN ('requests', 'batches') AND action NOT IN ('create', 'delete')",
  'SELECT 1 AS n FROM request_decisions WHERE person = {:id}',
  'SELECT 1 AS n FROM signatories WHERE user = {:id}',
  'SELECT 1 AS n FROM groups WHERE instr(members, {:id})',
  'SELECT 1 AS n FROM substitutions WHERE person = {:id} OR substitute = {:id}',
  "SELECT 1 AS n FROM users WHERE manager = {:id} AND manager != ''",
  "SELECT 1 AS n FROM requests WHERE managed = {:id} AND managed != ''",
  'SELECT 1 AS n FROM formats WHERE instr(route, {:id})',
  'SELECT 1 AS n FROM format_versions WHERE instr(route, {:id})',
  'SELECT 1 AS n FROM api_keys WHERE user = {:id} OR createdBy = {:id}',
  "SELECT 1 AS n FROM views WHERE owner = {:id} AND sharedWith != ''",
]

/** Statements that delete the user's own data. Events remain. */
const deletions = [
  'DELETE FROM views WHERE owner = {:id}',
  'DELETE FROM notices WHERE [[to]] = {:id}',
  'DELETE FROM notice_choices WHERE person = {:id}',
  'DELETE FROM notice_mails WHERE person = {:id}',
  'DELETE FROM one_time_codes WHERE user = {:id}',
  'DELETE FROM _otps WHERE recordRef = {:id}',
  'DELETE FROM _authOrigins WHERE recordRef = {:id}',
  'DELETE FROM _externalAuths WHERE recordRef = {:id}',
  ...totpDeletions,
  // Uses SQL, because PocketBase would first clear the id in events, which must not change.
  'DELETE FROM users WHERE id = {:id}',
]

/** `DELETE /api/app/users/{id}` → 204. Deletes an account without references from requests, batches, decisions, groups, formats or keys. */
export function deleteUser(e: core.RequestEvent) {
  changeUser(e, (tx, user, actor) => {
    if (user.id === actor.id) throw createErrorResponse('user.self')
    if (!deleteUnusedAccount(tx, user, actor)) throw createErrorResponse('user.inUse')
    return []
  })
  disconnectUser(e.app, getPathId(e))
  return e.noContent(204)
}

const isReferenced = (tx: CoreApp, id: string): boolean =>
  references.some((query) => queryRow(tx, `${query} LIMIT 1`, { id }, { n: 0 }) !== undefined)

/** Deletes an account without references; returns false if it has any. */
export function deleteUnusedAccount(tx: CoreApp, user: core.Record, actor: core.Record): boolean {
  const { id } = user
  if (isReferenced(tx, id)) return false
  const details = { name: user.getString('name'), email: user.email() }
  recordUserEvent(tx, user, actor, 'delete', { details })
  deleteRows(tx, id)
  return true
}

function deleteRows(tx: CoreApp, id: string) {
  for (const sql of deletions) executeSql(tx, sql, { id })
}

const registrationDays = 7
/** Maximum accounts that one run reads, and that one transaction deletes. */
const maxPerRun = 1_000
const maxPerTransaction = 25

/** SQL of old registrations whose address is not confirmed and that have no other event, such as a change by an administrator. Bind `old`. */
const expiredRegistrations = `SELECT id FROM users
  WHERE isActive = FALSE AND deactivatedAt = '' AND verified = FALSE AND created < {:old}
    AND NOT EXISTS (SELECT 1 FROM events WHERE subjectId = users.id AND subject = 'users' AND action != 'register')`

/**
 * Deletes registrations without a confirmed address after a week, so that each address is free again; called daily. Without a mail server
 * no address can be confirmed, so no registration expires.
 */
export function deleteUnconfirmedRegistrations() {
  if (!$app.settings().smtp.enabled) return
  const params = { old: formatTimestamp(Date.now() - registrationDays * daySeconds * 1000) }
  const found = queryRows($app, `${expiredRegistrations} ORDER BY created LIMIT ${maxPerRun}`, params, { id: '' })
  let registrations = 0
  for (let at = 0; at < found.length; at += maxPerTransaction)
    writeInTransaction($app, (tx) => {
      const ids = JSON.stringify(found.slice(at, at + maxPerTransaction).map(({ id }) => id))
      const query = `${expiredRegistrations} AND id IN (SELECT value FROM json_each({:ids}))`
      for (const { id } of queryRows(tx, query, { ...params, ids }, { id: '' }))
        if (!isReferenced(tx, id)) {
          deleteRows(tx, id)
          registrations++
        }
    })
  if (registrations === 0) return
  const event = { subject: 'settings', action: 'expireRegistrations', details: { registrations } } as const
  writeInTransaction($app, (tx) => recordEvent(tx, { ...event, subjectId: getSettingsRecord(tx).id }))
}
