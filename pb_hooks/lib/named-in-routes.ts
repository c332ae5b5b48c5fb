import { type Params, row } from './sql.ts'

/** In whose place somebody may decide today, himself the first. */
const places = `SELECT {:person} AS person UNION SELECT person FROM substitutions
  WHERE substitute = {:person} AND (SELECT day FROM civil_today) BETWEEN "from" AND "to"`

/**
 * Whether a step is somebody's today, be it in another's place, also where nothing is at it, which `step_deciders` does not tell.
 * `where` is SQL of `formats`, `version` and `step`, and says which are meant.
 */
export function isNamedInRoutes(app: CoreApp, person: string, where: string, params: Params = {}): boolean {
  const query = `WITH mine AS (${places})
    SELECT 1 AS n FROM formats JOIN format_versions AS version ON version.format = formats.id,
      json_each(iif(json_valid(version.route), version.route, '[]')) AS step
      LEFT JOIN groups ON groups.id = step.value ->> 'group'
    WHERE version.route != '[]' AND ${where} AND (
      EXISTS (SELECT 1 FROM json_each(ifnull(step.value ->> 'people', '[]')) AS named WHERE named.value IN mine)
      OR EXISTS (SELECT 1 FROM json_each(iif(json_valid(groups.members), groups.members, '[]')) AS member WHERE member.value IN mine)) LIMIT 1`
  return row(app, query, { person, ...params }, { n: 0 }) !== undefined
}

/** Whether something may reach a person: as a member of a group, or because a step of what is published or waits is his today, be it in another's place. */
export function decidesAnything(app: CoreApp, id: string): boolean {
  const query = `SELECT 1 AS n FROM groups, json_each(iif(json_valid(groups.members), groups.members, '[]')) AS member WHERE member.value = {:id}
    UNION ALL SELECT 1 FROM step_deciders WHERE person = {:id} LIMIT 1`
  return (
    row(app, query, { id }, { n: 0 }) !== undefined || isNamedInRoutes(app, id, 'version.version = formats.version')
  )
}
