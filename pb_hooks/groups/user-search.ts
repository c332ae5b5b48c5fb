import { isApprover } from '../lib/route-approvers.ts'
import { queryRows } from '../lib/sql.ts'
import { isAdmin, requireUser } from '../lib/users.ts'

const maxUsers = 20
/** Accented letters and their plain form, because SQLite folds the case of ASCII letters only. */
const accentedLetters = {
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
const buildFoldedSql = (sql: string) =>
  `lower(${Object.entries(accentedLetters).reduce((inner, [letter, bare]) => `replace(${inner}, '${letter}', '${bare}')`, sql)})`

/**
 * `GET /api/app/people?search=` → `{decides, items: [{id, name}]}`. Lets approvers choose a substitute: at most twenty active users by name.
 * Users who are no approvers get `decides: false` and no names.
 */
export function searchUsers(e: core.RequestEvent) {
  const caller = requireUser(e)
  if (!isAdmin(caller) && !isApprover(e.app, caller.id)) return e.json(200, { decides: false, items: [] })
  const search = String(e.requestInfo().query.search ?? '')
    .trim()
    .slice(0, 80)
  // `instr` compares literally; LIKE would interpret `%` and `_`.
  const query = `SELECT id, name FROM users WHERE isActive AND instr(${buildFoldedSql('name')}, ${buildFoldedSql('{:search}')})
    ORDER BY name COLLATE NOCASE, id LIMIT ${maxUsers}`
  return e.json(200, { decides: true, items: queryRows(e.app, query, { search }, { id: '', name: '' }) })
}
