import { queryOptions } from '@tanstack/react-query'
import type { DocumentVerification } from '../domain/documents/document-verification-output.ts'
import { fetchPublic } from '../lib/fetch-public.ts'

/**
 * Returns the verification data of a document by its code. Uses `fetch` without the API client, because anonymous users have no session.
 */
export const documentVerificationQuery = (code: string) =>
  queryOptions({
    queryKey: ['documents', 'check', code],
    queryFn: ({ signal }): Promise<DocumentVerification> =>
      fetchPublic(`/api/app/documents/${code}`, { signal }).then((response) => response.json()),
    // No automatic retry, because each failed attempt counts toward the rate limit.
    retry: false,
    refetchOnWindowFocus: false,
  })
