import type { Values } from '../domain/fields/field.ts'
import { createApiError } from '../lib/api-error.ts'
import { pb } from '../lib/pb.ts'
import { fetchWithRetry } from '../lib/retry.ts'

/** Returns the PDF of unsaved values; throws if the server refuses them. */
export async function renderPreviewPdf(draft: {
  format: string
  formatVersion: string
  values: Values
}): Promise<Blob> {
  let file: Blob | undefined
  await pb.send('/api/app/requests/preview', {
    method: 'POST',
    body: draft,
    // Reads the PDF here, because the PocketBase client would parse it as JSON. Error responses go to the client.
    fetch: async (url, config) => {
      const answer = await fetchWithRetry(url, config)
      // Only a PDF: the answer may also be the sign-in page of a network.
      if (answer.headers.get('Content-Type') === 'application/pdf') file = await answer.clone().blob()
      return answer
    },
  })
  if (!file) throw createApiError(0)
  return file
}

/** Returns a URL of the document that is valid for two minutes, because the file is not public. */
export async function getDocumentUrl(
  record: { id: string; collectionId: string },
  file: string,
  download = false,
): Promise<string> {
  const token = await pb.files.getToken()
  return pb.files.getURL(record, file, { token, ...(download && { download: true }) })
}

/**
 * Opens a URL in a new tab. Opens an empty tab first, because browsers block tabs that are opened after waiting for the
 * URL.
 */
export async function openInNewTab(address: () => Promise<string>) {
  const tab = window.open('', '_blank')
  try {
    const url = await address()
    if (tab) tab.location.replace(url)
    else window.location.assign(url)
  } catch (error) {
    tab?.close()
    throw error
  }
}
