import { requireUser } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
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
 * `GET /api/app/people?search=` → `{items: [{id, name}]}`, at most twenty active people by name. Who decides something may look for somebody to decide
 * in his place; nobody else learns who is here.
 */
export function findPeople(e: core.RequestEvent) {
  const asker = requireUser(e)
  if (asker.getString('role') !== '_admin' && !isMember(e.app, asker.id)) throw refuse('user.forbidden', 403)
  const search = String(e.requestInfo().query.search ?? '')
    .trim()
    .slice(0, 80)
  // `instr` takes each letter for itself, where LIKE would read `%` and `_`.
  const query = `SELECT id, name FROM users WHERE isActive AND instr(${folded('name')}, ${folded('{:search}')})
    ORDER BY name COLLATE NOCASE, id LIMIT ${most}`
  return e.json(200, { items: rows(e.app, query, { search }, { id: '', name: '' }) })
}

/** Whether something may reach a person as a member of a group. */
function isMember(app: CoreApp, id: string): boolean {
  const query = 'SELECT groups.id FROM groups, json_each(groups.members) WHERE json_each.value = {:id} LIMIT 1'
  return row(app, query, { id }, { id: '' }) !== undefined
}
