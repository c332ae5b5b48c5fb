import { externalCodeSchema } from '../../src/domain/external/external-input.ts'
import type { ExternalFormats } from '../../src/domain/external/external-output.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { createErrorResponse, readInput, respondEarly } from '../lib/http.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { executeSql } from '../lib/sql.ts'
import { createMissingGuests } from '../links/links.ts'
import { sendQueuedMails } from '../mail/mail-queue.ts'
import { buildExternalCodeMail } from '../mail/mails.ts'
import { enqueueOneTimeCode, storeOneTimeCodeRequest } from '../users/one-time-codes.ts'
import { findExternalFormats, hasExternalFormats } from './external-access.ts'
import { countExternalCall } from './external-limits.ts'

/** `GET /api/app/external/formats` → `ExternalFormats`. Public: the page is for people without an account. */
export function listExternalFormats(e: core.RequestEvent) {
  const organisation = getSettingsRecord(e.app).getString('organisationName')
  const answer: ExternalFormats = { organisation, items: findExternalFormats(e.app) }
  return e.json(200, answer)
}

/**
 * `POST /api/app/external/code` → `{otpId}`. Sends a code to any address, also to one in no list, so that neither the response nor the
 * mails disclose who is in a list. The mail has no text of the caller.
 */
export function sendExternalCode(e: core.RequestEvent) {
  const { email } = readInput(e, externalCodeSchema)
  if (!hasExternalFormats(e.app)) throw createErrorResponse('external.closed', 404)
  countExternalCall(e.app, 'code', email, e.realIP())
  createMissingGuests(e.app, [{ email, name: '' }])
  const [guest] = e.app.findAllRecords('guests', $dbx.exp('email = {:email} COLLATE NOCASE', { email }))
  if (!guest) throw createErrorResponse('invalid')
  const otpId = storeOneTimeCodeRequest(e.app, `guest ${guest.id}`, guest, e.realIP())
  const mails = guest.getBool('blocked') ? [] : [enqueueOneTimeCode(e.app, guest, otpId, buildExternalCodeMail)]
  respondEarly(e, 200, { otpId })
  sendQueuedMails(...mails)
}

/** Deletes guests without a link a week after their creation, because anonymous clients create guests; called daily. */
export function deleteUnusedGuests() {
  executeSql(
    $app,
    'DELETE FROM guests WHERE NOT blocked AND created < {:old} AND NOT EXISTS (SELECT 1 FROM links WHERE guest = guests.id)',
    { old: formatTimestamp(Date.now() - 7 * 86_400_000) },
  )
}
