import { decidesAnything } from '../lib/named-in-routes.ts'
import { isAdmin, requireUser } from '../lib/people.ts'
import { rows } from '../lib/sql.ts'

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
  if (!isAdmin(asker) && !decidesAnything(e.app, asker.id)) return e.json(200, { decides: false, items: [] })
  const search = String(e.requestInfo().query.search ?? '')
    .trim()
    .slice(0, 80)
  // `instr` takes each letter for itself, where LIKE would read `%` and `_`.
  const query = `SELECT id, name FROM users WHERE isActive AND instr(${folded('name')}, ${folded('{:search}')})
    ORDER BY name COLLATE NOCASE, id LIMIT ${most}`
  return e.json(200, { decides: true, items: rows(e.app, query, { search }, { id: '', name: '' }) })
}
