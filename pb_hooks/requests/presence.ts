import type { RequestViewer } from '../../src/domain/requests/request.ts'
import { isRecordId } from '../../src/domain/text/id.ts'
import { refuse } from '../lib/refusal.ts'
import { getQueryParams } from '../lib/request-input.ts'
import { requireUser } from '../lib/users.ts'
import { requireVisibleRequest } from './visibility.ts'

/** Time in ms after which a page counts as closed. Open pages report every 10 seconds. */
const presenceMs = 25_000
/** Maximum number of open pages counted per user; the latest replace the oldest. */
const maxPagesPerUser = 2

interface OpenPage extends RequestViewer {
  page: string
  request: string
  until: number
}

/**
 * `POST /api/app/requests/{id}/presence?page=` → `Present[]`: reports that an approver's page shows this request, and returns the other
 * approvers who have it open. Stored in memory only.
 */
export function reportPresence(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { page } = getQueryParams(e)
  if (!isRecordId(page)) throw refuse('invalid', 400, { page: 'invalid' })
  const { request: seen, visibility } = requireVisibleRequest(e.app, e, caller)
  if (visibility !== 'admin' && visibility !== 'decider') throw refuse('user.forbidden', 403)
  const request = seen.id
  const { id, name } = { id: caller.id, name: caller.getString('name') }
  let others: OpenPage[] = []
  e.app.store().setFunc('presence', (before: string | null) => {
    const now = Date.now()
    const seen = (JSON.parse(before || '[]') as OpenPage[]).filter((each) => each.until > now)
    const own = seen.filter((each) => each.id === id && each.page !== page).slice(0, maxPagesPerUser - 1)
    const rest = seen.filter((each) => each.id !== id)
    others = rest.filter((each) => each.request === request)
    return JSON.stringify([{ id, name, page, request, until: now + presenceMs }, ...own, ...rest])
  })
  const names = new Map(others.map((each) => [each.id, each.name]))
  return e.json(
    200,
    [...names].map(([id, name]) => ({ id, name })),
  )
}
