import { linkTokenSchema } from '../../src/domain/links/link-input.ts'
import type { LinkSummary } from '../../src/domain/links/link-output.ts'
import { countCall, daySeconds } from '../lib/counted-calls.ts'
import { createErrorResponse, readInput, respondEarly } from '../lib/http.ts'
import { countAttempt, createWaitError, refundAttempt } from '../lib/limits.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { findPersonById } from '../lib/users.ts'
import { sendQueuedMails } from '../mail/mail-queue.ts'
import { enqueueOneTimeCode, storeOneTimeCodeRequest } from '../users/one-time-codes.ts'
import { type OpenedLink, openLink } from './links.ts'

/** Limit of unknown tokens per network. With 2¹²⁸ tokens, it only saves work. */
const wrongLinks = { what: 'wrong links', max: 100, seconds: 300 }
/** Limit of codes that a network requests. An office may be one network. */
const networkCodes = { what: 'guest codes', max: 120, seconds: 600 }

/** `POST /api/app/links/open` → `LinkSummary`. Changes nothing, because mail servers open links too. */
export function describeLink(e: core.RequestEvent) {
  const links = requireLink(e)
  const answer: LinkSummary = {
    organisation: getSettingsRecord(e.app).getString('organisationName'),
    purpose: links[0].purpose,
    formats: [...new Set(links.map(({ format }) => format))],
    count: links.length,
  }
  return e.json(200, answer)
}

/** `POST /api/app/links/code` → `{otpId}`. Sends a code to the address of the link's guest. */
export function sendLinkCode(e: core.RequestEvent) {
  const [{ guest: id, tokenHash }] = requireLink(e)
  const wait = countAttempt(e.app, networkCodes, e.realIP())
  if (wait) throw createWaitError(e.response, 'link.wait', wait)
  if (!countCode(e.app, id, tokenHash)) throw createErrorResponse('link.codes', 429)
  const guest = findPersonById(e.app, id)
  if (!guest) throw createErrorResponse('link.expired', 404)
  const otpId = storeOneTimeCodeRequest(e.app, `guest ${id}`, guest, e.realIP())
  const mail = enqueueOneTimeCode(e.app, guest, otpId)
  respondEarly(e, 200, { otpId })
  sendQueuedMails(mail)
}

/**
 * Counts a code for the mailbox of a guest; returns false above the limits. A link gets fewer codes than its mailbox, so that someone
 * who found one of several links cannot use up those of the others.
 */
const countCode = (app: CoreApp, guest: string, link: string) =>
  countCall(app, [
    { key: `guest ${guest}`, max: 20, seconds: daySeconds },
    { key: `guest ${guest} ${link}`, max: 10, seconds: daySeconds },
    { key: `guest ${guest} ${link}`, max: 5, seconds: 3_600 },
  ])

/** Returns the links of the token in the body. Unknown, replaced and expired tokens take the same query and get the same response. */
export function requireLink(e: core.RequestEvent): [OpenedLink, ...OpenedLink[]] {
  e.response.header().set('Cache-Control', 'no-store')
  const { token } = readInput(e, linkTokenSchema)
  const wait = countAttempt(e.app, wrongLinks, e.realIP())
  if (wait) throw createWaitError(e.response, 'link.wait', wait)
  const [first, ...others] = openLink(e.app, token)
  if (!first) throw createErrorResponse('link.expired', 404)
  refundAttempt(e.app, wrongLinks, e.realIP())
  if (first.blocked) throw createErrorResponse('link.blocked', 403)
  return [first, ...others]
}
