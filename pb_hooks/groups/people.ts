import { isApprover } from '../lib/route-approvers.ts'
import { queryRows } from '../lib/sql.ts'
import { isAdmin, requireUser } from '../lib/users.ts'

const most = 20
/** Accented letters and their plain form, because SQLite folds the case of ASCII letters only. */
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
 * `GET /api/app/people?search=` → `{decides, items: [{id, name}]}`. Lets approvers choose a substitute: at most twenty active users by name.
 * Users who are no approvers get `decides: false` and no names.
 */
export function findPeople(e: core.RequestEvent) {
  const asker = requireUser(e)
  if (!isAdmin(asker) && !isApprover(e.app, asker.id)) return e.json(200, { decides: false, items: [] })
  const search = String(e.requestInfo().query.search ?? '')
    .trim()
    .slice(0, 80)
  // `instr` compares literally; LIKE would interpret `%` and `_`.
  const query = `SELECT id, name FROM users WHERE isActive AND instr(${folded('name')}, ${folded('{:search}')})
    ORDER BY name COLLATE NOCASE, id LIMIT ${most}`
  return e.json(200, { decides: true, items: queryRows(e.app, query, { search }, { id: '', name: '' }) })
}
