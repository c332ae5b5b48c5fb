import { createApiError } from './api-error.ts'
import { pb } from './pb.ts'
import { fetchWithRetry } from './retry.ts'

/** Returns the PDF with which the server responds to a POST; throws if the server refuses it. */
export async function requestPdf(path: string, body?: object): Promise<Blob> {
  let file: Blob | undefined
  await pb.send(path, {
    method: 'POST',
    ...(body && { body }),
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
