import { isNamedInRoutes } from '../lib/named-in-routes.ts'
import { isAdmin, requireUser } from '../lib/people.ts'
import { row, rows } from '../lib/sql.ts'

const most = 20
/** SQLite folds no letters but those of English. */
const marked = {
  Á: 'a',
  É: 'e',
  Í: 'i',
  Ó: 'o',
  Ú: 'u',
  Ü: 'u',
  Ñ: 'n',
  á: 'a',
  é: 'e',
  í: 'i',
  ó: 'o',
  ú: 'u',
  ü: 'u',
  ñ: 'n',
}
const folded = (sql: string) =>
  `lower(${Object.entries(marked).reduce((inner, [letter, bare]) => `replace(${inner}, '${letter}', '${bare}')`, sql)})`

/**
 * `GET /api/app/people?search=` → `{decides, items: [{id, name}]}`: whether the asker decides anything, and then at most twenty active people by name,
 * so that he finds who decides in his place. Nobody else learns who is here.
 */
export function findPeople(e: core.RequestEvent) {
  const asker = requireUser(e)
  if (!isAdmin(asker) && !isNamed(e.app, asker.id)) return e.json(200, { decides: false, items: [] })
  const search = String(e.requestInfo().query.search ?? '')
    .trim()
    .slice(0, 80)
  // `instr` takes each letter for itself, where LIKE would read `%` and `_`.
  const query = `SELECT id, name FROM users WHERE isActive AND instr(${folded('name')}, ${folded('{:search}')})
    ORDER BY name COLLATE NOCASE, id LIMIT ${most}`
  return e.json(200, { decides: true, items: rows(e.app, query, { search }, { id: '', name: '' }) })
}

/** Whether something may reach a person: as a member of a group, or because a step of what is published or waits is his today, be it in another's place. */
function isNamed(app: CoreApp, id: string): boolean {
  const query = `SELECT 1 AS n FROM groups, json_each(iif(json_valid(groups.members), groups.members, '[]')) AS member WHERE member.value = {:id}
    UNION ALL SELECT 1 FROM step_deciders WHERE person = {:id} LIMIT 1`
  return (
    row(app, query, { id }, { n: 0 }) !== undefined || isNamedInRoutes(app, id, 'version.version = formats.version')
  )
}
