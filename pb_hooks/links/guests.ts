import { blockGuestSchema } from '../../src/domain/links/link-input.ts'
import type { Guest } from '../../src/domain/links/link-output.ts'
import { foldCaseAndAccents, foldCaseAndAccentsSql } from '../../src/domain/text/case-folding.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, getPathId, getQueryParams, readInput } from '../lib/http.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireActiveAdmin, requireAdmin } from '../lib/users.ts'

const pageSize = 30

/** `GET /api/app/guests?search=&page=` → page of `Guest`, blocked guests first. `search`: part of a name or address, without case and accents. */
export function listGuests(e: core.RequestEvent) {
  requireAdmin(e)
  const { search = '', page: typed = '1' } = getQueryParams(e)
  const page = Math.min(Math.max(1, Math.floor(Number(typed)) || 1), 1_000_000)
  const params = { search: foldCaseAndAccents(search.trim().slice(0, 80)) }
  const matches = `instr(${foldCaseAndAccentsSql('name')} || ' ' || lower(email), {:search})`
  const totalItems = queryRow(e.app, `SELECT count(*) AS n FROM guests WHERE ${matches}`, params, { n: 0 })?.n ?? 0
  const query = `SELECT id, email, name, blocked,
      (SELECT count(*) FROM links WHERE guest = guests.id) AS documents,
      ifnull((SELECT max(openedAt) FROM links WHERE guest = guests.id), '') AS openedAt,
      ifnull((SELECT max(sentAt) FROM links WHERE guest = guests.id), '') AS sentAt
    FROM guests WHERE ${matches} ORDER BY blocked DESC, created DESC, id LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`
  const columns = { id: '', email: '', name: '', blocked: 0, documents: 0, openedAt: '', sentAt: '' }
  const items = queryRows(e.app, query, params, columns).map(
    (guest): Guest => ({ ...guest, blocked: guest.blocked === 1 }),
  )
  return e.json(200, { page, perPage: pageSize, totalItems, totalPages: Math.ceil(totalItems / pageSize), items })
}

/** `POST /api/app/guests/{id}/block` `{blocked}` → 204. Blocks or unblocks a guest. Blocking ends the guest's sessions. */
export function blockGuest(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const { blocked } = readInput(e, blockGuestSchema)
  writeInTransaction(e.app, (tx) => {
    const actor = requireActiveAdmin(tx, caller)
    const [guest] = tx.findRecordsByIds('guests', [getPathId(e)])
    if (!guest) throw createErrorResponse('user.notFound', 404)
    if (guest.getBool('blocked') === blocked) return
    guest.set('blocked', blocked)
    if (blocked) guest.refreshTokenKey()
    // Without the validation of auth records, because guests have no password.
    tx.saveNoValidate(guest)
    const event = { subject: 'settings', subjectId: getSettingsRecord(tx).id, actor } as const
    recordEvent(tx, {
      ...event,
      action: blocked ? 'blockGuest' : 'unblockGuest',
      details: { email: guest.email() },
    })
  })
  return e.noContent(204)
}
