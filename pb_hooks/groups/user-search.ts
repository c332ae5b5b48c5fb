import { externalOwnerId } from '../../src/domain/external/external-owner.ts'
import { foldCaseAndAccents, foldCaseAndAccentsSql } from '../../src/domain/text/case-folding.ts'
import { isApprover } from '../lib/route-approvers.ts'
import { queryRows } from '../lib/sql.ts'
import { isAdmin, requireUser } from '../lib/users.ts'

const maxUsers = 20
/** Maximum users for `all`. Their ids just fit in the longest filter that PocketBase accepts. */
const maxUsersOfAll = 150
const maxWords = 8

/**
 * `GET /api/app/people?search=` → `{decides, items: [{id, name}]}`. Lets approvers choose a substitute: at most twenty active users whose name
 * contains every word, without case and accents. Users who are no approvers get `decides: false` and no names.
 * With `all=true`, administrators also get inactive users, search e-mail addresses and telephones, and get the addresses.
 */
export function searchUsers(e: core.RequestEvent) {
  const caller = requireUser(e)
  const isCallerAdmin = isAdmin(caller)
  if (!isCallerAdmin && !isApprover(e.app, caller.id)) return e.json(200, { decides: false, items: [] })
  const { search = '', all } = e.requestInfo().query
  const words = foldCaseAndAccents(search.trim().slice(0, 80)).split(/\s+/).slice(0, maxWords)
  const isAll = isCallerAdmin && all === 'true'
  const name = foldCaseAndAccentsSql('name')
  const searched = isAll ? `${name} || ' ' || lower(email) || ' ' || phone` : name
  // `instr` compares literally; LIKE would interpret `%` and `_`.
  const conditions = words.map((_, n) => `instr(${searched}, {:word${n}})`).join(' AND ')
  // Sorts names with a word that starts like the search first.
  const query = `SELECT id, name, email FROM users WHERE ${isAll ? `id != '${externalOwnerId}'` : 'isActive'} AND ${conditions}
    ORDER BY instr(' ' || ${name}, ' ' || {:word0}) = 0, name COLLATE NOCASE, id LIMIT ${isAll ? maxUsersOfAll : maxUsers}`
  const params = Object.fromEntries(words.map((word, n) => [`word${n}`, word]))
  const found = queryRows(e.app, query, params, { id: '', name: '', email: '' })
  return e.json(200, { decides: true, items: isAll ? found : found.map(({ email: _, ...user }) => user) })
}
