import type { OpenWork } from '../../src/domain/users/open-work.ts'
import { createErrorResponse, getPathId } from '../lib/http.ts'
import { queryRow, queryRows } from '../lib/sql.ts'
import { findUserById, requireAdmin } from '../lib/users.ts'
import { getDecisionRights } from './decision-rights.ts'
import { getPendingDecisions } from './pending-decisions.ts'

/** SQL after `SELECT … FROM`: published formats with a stage that the user `id` approves, by name, as a member of a group or as the manager of a user. */
const decidedFormats = (id: string) => `formats
    JOIN format_versions AS version ON version.format = formats.id AND version.version = formats.version,
    json_each(iif(json_valid(version.route), version.route, '[]')) AS step LEFT JOIN groups ON groups.id = step.value ->> 'group'
  WHERE formats.status = 'published' AND (
    EXISTS (SELECT 1 FROM json_each(ifnull(step.value ->> 'people', '[]')) AS named WHERE named.value = ${id})
    OR EXISTS (SELECT 1 FROM json_each(iif(json_valid(groups.members), groups.members, '[]')) AS member WHERE member.value = ${id})
    OR step.value -> 'manager' IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE manager = ${id} AND manager != ''))`

/** Returns up to 20 names of published formats in which the user decides. */
export const listDecidedFormats = (app: CoreApp, id: string): string[] => {
  const query = `SELECT formats.name FROM ${decidedFormats('{:id}')} GROUP BY formats.id ORDER BY formats.name COLLATE NOCASE LIMIT 20`
  return queryRows(app, query, { id }, { name: '' }).map(({ name }) => name)
}

/** Adds to each user the numbers of drafts, active managed people, and published formats in which the user decides. */
export function addOpenWork<User extends { id: string }>(app: CoreApp, users: readonly User[]) {
  const query = `SELECT (SELECT count(*) FROM requests WHERE owner = asked.value AND status = 'draft') AS drafts,
      (SELECT count(*) FROM users WHERE manager = asked.value AND manager != '' AND isActive) AS managed,
      (SELECT count(DISTINCT formats.id) FROM ${decidedFormats('asked.value')}) AS formats
    FROM json_each({:ids}) AS asked ORDER BY asked.key`
  const ids = JSON.stringify(users.map(({ id }) => id))
  const counts = queryRows(app, query, { ids }, { drafts: 0, managed: 0, formats: 0 })
  return users.map((user, index) => ({ ...user, drafts: 0, managed: 0, formats: 0, ...counts[index] }))
}

const countsQuery = `SELECT
  (SELECT count(*) FROM requests WHERE owner = {:id} AND status IN ('submitted', 'returned')) AS requests,
  (SELECT count(*) FROM api_keys WHERE user = {:id} AND revoked = '' AND (expires = '' OR expires >= (SELECT day FROM civil_today))) AS keys,
  (SELECT count(*) FROM users WHERE manager = {:id} AND manager != '' AND isActive) AS managed,
  ifnull((SELECT users.name FROM substitutions JOIN users ON users.id = substitutions.substitute WHERE person = {:id}
    AND users.isActive AND (SELECT day FROM civil_today) BETWEEN "from" AND "to"), '') AS substitute`

/** `GET /api/app/users/{id}/open` → `OpenWork`. Shown before an administrator deactivates the user. */
export function getOpenWork(e: core.RequestEvent) {
  requireAdmin(e)
  const id = getPathId(e)
  const user = findUserById(e.app, id)
  if (!user) throw createErrorResponse('user.notFound', 404)
  const rights = getDecisionRights(e.app, user).all.filter(({ holder }) => holder === id)
  const work: OpenWork = {
    decisions: getPendingDecisions(e.app, { me: id, isAdmin: false, all: rights }).total,
    formats: listDecidedFormats(e.app, id),
    ...(queryRow(e.app, countsQuery, { id }, noCounts) ?? noCounts),
  }
  return e.json(200, work)
}

const noCounts = { requests: 0, keys: 0, managed: 0, substitute: '' }
