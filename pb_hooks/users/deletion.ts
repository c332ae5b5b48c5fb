import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, getPathId } from '../lib/http.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById, requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { disconnectUser } from './sessions.ts'

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
  'DELETE FROM _mfas WHERE recordRef = {:id}',
  // Uses SQL, because PocketBase would first clear the id in events, which must not change.
  'DELETE FROM users WHERE id = {:id}',
]

/** `DELETE /api/app/users/{id}` → 204. Deletes an account without references from requests, batches, decisions, groups, formats or keys. */
export function deleteUser(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const id = getPathId(e)
  writeInTransaction(e.app, (tx) => {
    const actor = requireActiveAdmin(tx, caller)
    const user = findUserById(tx, id)
    if (!user) throw createErrorResponse('user.notFound', 404)
    if (id === actor.id) throw createErrorResponse('user.self')
    if (references.some((query) => queryRow(tx, `${query} LIMIT 1`, { id }, { n: 0 })))
      throw createErrorResponse('user.inUse')
    const details = { name: user.getString('name'), email: user.email() }
    recordEvent(tx, { subject: 'users', subjectId: id, owner: id, actor, action: 'delete', details })
    for (const sql of deletions) executeSql(tx, sql, { id })
  })
  disconnectUser(e.app, id)
  return e.noContent(204)
}
