import { queryOptions } from '@tanstack/react-query'
import type { ExternalFormChoice } from '../domain/external/external-input.ts'
import type { ExternalForm, ExternalFormats } from '../domain/external/external-output.ts'
import type { Values } from '../domain/fields/field.ts'
import { fetchPublic } from '../lib/fetch-public.ts'
import { type GuestLink, loadGuestLink, saveGuestLink } from './guest-link.ts'
import { sendGuestCall } from './queries.ts'

/** Query for the formats that people without an account may request. */
export const externalFormatsQuery = queryOptions({
  queryKey: ['external', 'formats'],
  queryFn: async ({ signal }): Promise<ExternalFormats> =>
    (await fetchPublic('/api/app/external/formats', { signal })).json(),
})

/** Sends a code to an address. The window forgets an opened link, because the session will be that of the address. */
export async function requestExternalCode(email: string): Promise<GuestLink> {
  const { otpId } = await sendGuestCall<{ otpId: string }>('/api/app/external/code', { email })
  return saveGuestLink({ ...loadGuestLink(), token: '', session: '', email, otpId, sentAt: Date.now() })
}

// No automatic retry, because each call counts toward the daily limit. No refetch either, because it would replace typed values.
/** Query for the form of a format, or of a returned request. */
export const externalFormQuery = ({ session }: GuestLink, choice: ExternalFormChoice) =>
  queryOptions({
    queryKey: ['external', 'form', session, choice],
    queryFn: ({ signal }) => sendGuestCall<ExternalForm>('/api/app/external/form', choice, session, signal),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Submits a new request, or a corrected one. `id`: id of a new request, the same for each attempt. */
export const sendExternalRequest = (
  { session }: GuestLink,
  request: ExternalFormChoice & { id: string; values: Values },
) => sendGuestCall<{ number: string }>('/api/app/external/requests', request, session)
