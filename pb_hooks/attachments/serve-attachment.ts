import { isImageFile } from '../../src/domain/attachments/attachment.ts'
import { type AttachmentKind, attachmentKinds } from '../../src/domain/attachments/attachment-kind.ts'
import { openFileOnS3 } from '../lib/files/file-storage.ts'
import { setFileHeaders } from '../lib/http.ts'

/**
 * Serves an attachment to users who may read its request, as a download or (`?preview`) an inline image. Headers prevent type sniffing and
 * scripts.
 */
export function serveAttachment(e: core.FileDownloadRequestEvent) {
  const { requestEvent, record } = e
  const kind = attachmentKinds[record?.getString('kind') as AttachmentKind]
  if (!requestEvent || !record || !kind) throw new NotFoundError()
  // Opens the file before setting headers, because this may end in an error response.
  const file = openFileOnS3(e)
  const isShown = isImageFile(record.getString('name')) && e.requestInfo().query.preview !== undefined
  const disposition = `${isShown ? 'inline' : 'attachment'}; ${formatFileName(record.getString('name'))}`
  setFileHeaders(requestEvent, disposition, kind.type)
  requestEvent.response.header().set('Content-Security-Policy', "default-src 'none'; sandbox")
  if (!file) return e.next()
  file.serve(requestEvent.response, requestEvent.request as http.Request)
}

/** Returns the `filename` parameters of RFC 6266: an ASCII fallback and the full name. */
function formatFileName(name: string): string {
  const plain = name.normalize('NFD').replace(/[^ -~]|["\\]/g, (letter) => (/[\u0300-\u036f]/.test(letter) ? '' : '_'))
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
