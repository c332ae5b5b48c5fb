import type { Present } from '../../src/domain/requests/request.ts'
import { isId } from '../../src/domain/text/id.ts'
import { queryParams } from '../lib/input.ts'
import { requireUser } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { visibleRequest } from './visible.ts'

/** Milliseconds for which somebody is there after his page said so; pages say it every ten seconds. */
const lasts = 25_000
/** Pages of one person that are counted, the latest ones. */
const mostPages = 2

interface Seen extends Present {
  page: string
  request: string
  until: number
}

/**
 * `POST /api/app/requests/{id}/presence?page=`: says that a page of whoever decides shows this request, and answers which others do, as
 * `Present[]`. Kept in memory only, a few lines for each of those who may decide; nobody else leaves one.
 */
export function tellPresence(e: core.RequestEvent) {
  const asker = requireUser(e)
  const { page } = queryParams(e)
  if (!isId(page)) throw refuse('invalid', 400, { page: 'invalid' })
  const { request: seen, sight } = visibleRequest(e.app, e, asker)
  if (sight !== 'admin' && sight !== 'decider') throw refuse('user.forbidden', 403)
  const request = seen.id
  const { id, name } = { id: asker.id, name: asker.getString('name') }
  let others: Seen[] = []
  e.app.store().setFunc('presence', (before: string | null) => {
    const now = Date.now()
    const seen = (JSON.parse(before || '[]') as Seen[]).filter((each) => each.until > now)
    const own = seen.filter((each) => each.id === id && each.page !== page).slice(0, mostPages - 1)
    const rest = seen.filter((each) => each.id !== id)
    others = rest.filter((each) => each.request === request)
    return JSON.stringify([{ id, name, page, request, until: now + lasts }, ...own, ...rest])
  })
  const names = new Map(others.map((each) => [each.id, each.name]))
  return e.json(
    200,
    [...names].map(([id, name]) => ({ id, name })),
  )
}
