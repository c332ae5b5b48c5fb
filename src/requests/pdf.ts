import type { Values } from '../domain/fields/field.ts'
import { patientFetch } from '../lib/patience.ts'
import { pb } from '../lib/pb.ts'

/** The PDF of values that are not stored; throws what the server refuses. */
export async function previewPdf(draft: { format: string; formatVersion: string; values: Values }): Promise<Blob> {
  let file: Blob | undefined
  await pb.send('/api/app/requests/preview', {
    method: 'POST',
    body: draft,
    // The client reads every answer as JSON; a refusal still goes its way.
    fetch: async (url, config) => {
      const answer = await patientFetch(url, config)
      if (answer.ok) file = await answer.clone().blob()
      return answer
    },
  })
  if (!file) throw new Error('no document in the answer')
  return file
}

/** Where the finished document is for the next two minutes; the file is not public. */
export async function documentUrl(
  record: { id: string; collectionId: string },
  file: string,
  download = false,
): Promise<string> {
  const token = await pb.files.getToken()
  return pb.files.getURL(record, file, { token, ...(download && { download: true }) })
}

/** Opens an address that has to be fetched first, in a tab that is opened at once: a later one would be blocked. */
export async function openTab(address: () => Promise<string>) {
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
