import { isImageFile } from '../../src/domain/attachments/attachment.ts'
import { type AttachmentKind, attachmentKinds } from '../../src/domain/attachments/attachment-kind.ts'
import { openFileStorage, respondUnavailableOnStorageError, storesFilesOnS3 } from '../lib/file-storage.ts'

/**
 * Serves an attachment to users who may read its request, as a download or (`?preview`) an inline image. Headers prevent type sniffing and
 * scripts.
 */
export function serveAttachment(e: core.FileDownloadRequestEvent) {
  const { requestEvent, record } = e
  const kind = attachmentKinds[record?.getString('kind') as AttachmentKind]
  if (!requestEvent || !record || !kind) throw new NotFoundError()
  // Reads the first chunk before setting headers, because the read may end in an error response. Reads in chunks to limit memory.
  const pieces = storesFilesOnS3(e.app)
    ? openFileStorage(e.app).pieces(e.servedPath, record.getInt('size'))[Symbol.iterator]()
    : undefined
  const first = pieces && respondUnavailableOnStorageError(() => pieces.next())
  const isShown = isImageFile(record.getString('name')) && e.requestInfo().query.preview !== undefined
  const headers = requestEvent.response.header()
  headers.set('Cache-Control', 'private, no-store')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Content-Security-Policy', "default-src 'none'; sandbox")
  headers.set('Content-Type', kind.type)
  headers.set(
    'Content-Disposition',
    `${isShown ? 'inline' : 'attachment'}; ${formatFileName(record.getString('name'))}`,
  )
  if (!pieces) return e.next()
  headers.set('Content-Length', String(record.getInt('size')))
  requestEvent.response.writeHeader(200)
  for (let piece = first; piece && !piece.done; piece = pieces.next()) requestEvent.response.write(piece.value)
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
