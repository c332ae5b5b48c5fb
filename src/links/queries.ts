import { queryOptions } from '@tanstack/react-query'
import type { SignatureInput } from '../domain/links/link-input.ts'
import type { GuestLinkContent, LinkSummary } from '../domain/links/link-output.ts'
import { fetchPublic } from '../lib/fetch-public.ts'
import { type GuestLink, saveGuestLink } from './guest-link.ts'

/** Sends a call with the session of the guest, if there is one. The session of a signed-in user is never sent. */
export async function sendGuestCall<Answer>(
  path: string,
  body: object,
  session = '',
  signal?: AbortSignal,
): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', ...(session && { Authorization: session }) }
  const response = await fetchPublic(path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  return response.status === 204 ? (undefined as Answer) : response.json()
}

// No automatic retry, because each unknown token counts toward the rate limit.
const once = { retry: false, refetchOnWindowFocus: false } as const

/** Query for what a link opens; it shows no document. */
export const linkSummaryQuery = ({ token }: GuestLink) =>
  queryOptions({
    queryKey: ['links', 'summary', token],
    queryFn: ({ signal }) => sendGuestCall<LinkSummary>('/api/app/links/open', { token }, '', signal),
    ...once,
  })

/** Query for the documents and requests of a link. The server then marks the documents as opened. */
export const guestDocumentsQuery = ({ token, session }: GuestLink) =>
  queryOptions({
    queryKey: ['links', 'documents', token, session],
    queryFn: ({ signal }) => sendGuestCall<GuestLinkContent>('/api/app/guest/links', { token }, session, signal),
    ...once,
  })

/** Sends a code to the mailbox of the link's guest. */
export async function sendGuestCode(link: GuestLink): Promise<GuestLink> {
  const { otpId } = await sendGuestCall<{ otpId: string }>('/api/app/links/code', { token: link.token })
  return saveGuestLink({ ...link, otpId, sentAt: Date.now() })
}

/** Starts the session of the guest. */
export async function confirmGuestCode(link: GuestLink, code: string): Promise<GuestLink> {
  const input = { otpId: link.otpId, password: code }
  const { token } = await sendGuestCall<{ token: string }>('/api/collections/guests/auth-with-otp', input)
  return saveGuestLink({ ...link, otpId: '', session: token })
}

/** Signs the document of a link, or refuses it. */
export const sendGuestSignature = (session: string, id: string, input: SignatureInput) =>
  sendGuestCall<void>(`/api/app/guest/links/${id}/signature`, input, session)

/** Returns a URL of the PDF that is valid for two minutes. Asks for the first byte, because an error would open as a page of text. */
export async function getGuestDocumentUrl(session: string, id: string, download = false): Promise<string> {
  const { token } = await sendGuestCall<{ token: string }>('/api/files/token', {}, session)
  const url = `/api/app/guest/links/${id}/document?${new URLSearchParams({ token, ...(download && { download: '1' }) })}`
  await fetchPublic(url, { headers: { Range: 'bytes=0-0' } })
  return url
}
