import type { Values } from '../domain/fields/field.ts'
import { pb } from '../lib/pb.ts'
import { requestPdf } from '../lib/pdf-files.ts'

/** Returns the PDF of unsaved values; throws if the server refuses them. */
export const renderPreviewPdf = (draft: { format: string; formatVersion: string; values: Values }) =>
  requestPdf('/api/app/requests/preview', draft)

/** Returns a URL of the document that is valid for two minutes, because the file is not public. */
export async function getDocumentUrl(
  record: { id: string; collectionId: string },
  file: string,
  download = false,
): Promise<string> {
  const token = await pb.files.getToken()
  return pb.files.getURL(record, file, { token, ...(download && { download: true }) })
}
