import { queryOptions } from '@tanstack/react-query'
import type { DocumentVerification } from '../domain/documents/document-verification-output.ts'
import type { ApiError } from '../lib/api-error.ts'
import { fetchWithRetry } from '../lib/retry.ts'

/**
 * Returns the verification data of a document by its code. Uses `fetch` without the API client, because anonymous users have no session.
 */
export const documentVerificationQuery = (code: string) =>
  queryOptions({
    queryKey: ['documents', 'check', code],
    queryFn: ({ signal }) => fetchVerification(`/api/app/documents/${code}`, signal),
    // No automatic retry, because each failed attempt counts toward the rate limit.
    retry: false,
    refetchOnWindowFocus: false,
  })

async function fetchVerification(address: string, signal: AbortSignal): Promise<DocumentVerification> {
  const answer = await fetchWithRetry(address, { signal }).catch(() => null)
  if (answer?.ok) return answer.json()
  const response: ApiError['response'] = (await answer?.json().catch(() => null)) ?? {}
  throw Object.assign(new Error(response.message), { status: answer?.status ?? 0, response }) satisfies ApiError
}
