import { queryOptions } from '@tanstack/react-query'
import type { DocumentVerification, OpenedDocument } from '../domain/documents/document-verification-output.ts'
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

const sendDigits = (path: string, digits: string): Promise<Response> =>
  fetchPublic(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ digits }),
  })

/** Returns the fields of a document that the last digits of its holder's identity number open. */
export const fetchOpenedDocument = (code: string, digits: string): Promise<OpenedDocument> =>
  sendDigits(`/api/app/documents/${code}`, digits).then((response) => response.json())

/** Returns the PDF of a document by the same digits. */
export const fetchOpenedPdf = (code: string, digits: string): Promise<Blob> =>
  sendDigits(`/api/app/documents/${code}/file`, digits).then((response) => response.blob())
