import { type QueryParams, queryRow } from './sql.ts'

/** SQL of the users whose approval right `person` has today: the user and everyone they substitute. */
const approvalRightsSql = `SELECT {:person} AS person UNION SELECT person FROM substitutions
  WHERE substitute = {:person} AND (SELECT day FROM civil_today) BETWEEN "from" AND "to"`

/**
 * Returns whether a user approves a stage today, directly or as a substitute. Includes stages without pending requests, which `step_approvers` omits.
 * `where`: SQL condition on `formats`, `version` and `step` that selects the stages.
 */
export function isRouteApprover(app: CoreApp, person: string, where: string, params: QueryParams = {}): boolean {
  const query = `WITH mine AS (${approvalRightsSql})
    SELECT 1 AS n FROM formats JOIN format_versions AS version ON version.format = formats.id,
      json_each(iif(json_valid(version.route), version.route, '[]')) AS step
      LEFT JOIN groups ON groups.id = step.value ->> 'group'
    WHERE version.route != '[]' AND ${where} AND (
      EXISTS (SELECT 1 FROM json_each(ifnull(step.value ->> 'people', '[]')) AS named WHERE named.value IN mine)
      OR EXISTS (SELECT 1 FROM json_each(iif(json_valid(groups.members), groups.members, '[]')) AS member WHERE member.value IN mine)
      OR step.value -> 'manager' IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE manager IN mine AND manager != '')) LIMIT 1`
  return queryRow(app, query, { person, ...params }, { n: 0 }) !== undefined
}

/** Returns whether the user may have requests to decide: as a group member, as an approver of a published or pending stage, or as a substitute. */
export function isApprover(app: CoreApp, id: string): boolean {
  const query = `SELECT 1 AS n FROM groups, json_each(iif(json_valid(groups.members), groups.members, '[]')) AS member WHERE member.value = {:id}
    UNION ALL SELECT 1 FROM step_approvers WHERE person = {:id} LIMIT 1`
  return (
    queryRow(app, query, { id }, { n: 0 }) !== undefined ||
    isRouteApprover(app, id, 'version.version = formats.version')
  )
}
