import {
  type Attachment,
  maxUnsentFileBytes,
  maxUnsubmittedFiles,
  uploadQuotaBytes,
  uploadQuotaDays,
} from '../../src/domain/attachments/attachment.ts'
import { detectAttachmentKind } from '../../src/domain/attachments/attachment-content.ts'
import { attachmentSchema } from '../../src/domain/attachments/attachment-input.ts'
import type { AttachmentKind } from '../../src/domain/attachments/attachment-kind.ts'
import { sanitizeFileName } from '../../src/domain/attachments/safe-file-name.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { respondUnavailableOnStorageError } from '../lib/files/file-storage.ts'
import { deleteUnreferencedFiles, getFilePath } from '../lib/files/stored-files.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById, requireUser } from '../lib/users.ts'
import { closeUploadedFile, getUserUploadsFolder, listUploads } from './uploads.ts'

/**
 * `POST /api/app/attachments`: completes an upload. Checks the content, assigns a name and stores the file. Repeating the call returns the
 * same response.
 */
export function completeUpload(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { id, name, size } = readInput(e, attachmentSchema)
  const there = queryRow(
    e.app,
    'SELECT id, name, size, owner FROM attachments WHERE id = {:id}',
    { id },
    { id: '', name: '', size: 0, owner: '' },
  )
  // Returns the same error as for an invalid id, so that the response does not disclose which ids exist.
  if (there && there.owner !== caller.id) throw createErrorResponse('invalid', 400, { id: 'invalid' })
  if (there) return e.json(200, { id, name: there.name, size: there.size })
  const folder = getUserUploadsFolder(e.app, caller.id)
  const part = closeUploadedFile(folder, id, size)
  if (!part) throw createErrorResponse('attachment.part')
  const written = listUploads(folder).get(part)?.at
  const kind = detectKind(folder, part, size)
  if (!kind) {
    $os.remove(`${folder}/${part}`)
    throw createErrorResponse('attachment.content')
  }
  const attachment: Attachment = { id, name: sanitizeFileName(name, kind), size }
  const path = `${folder}/${part}`
  storeFile(e.app, caller, { ...attachment, kind, hash: hashUpload(folder, part, size) }, path, () => {
    // Refuses the file if a concurrent call, which had opened it before `closeUploadedFile`, wrote to it.
    if (listUploads(folder).get(part)?.at === written) return
    $os.remove(path)
    throw createErrorResponse('attachment.part')
  })
  return e.json(200, attachment)
}

function detectKind(folder: string, part: string, size: number) {
  const file = $os.openInRoot(folder, part)
  try {
    return detectAttachmentKind({
      size,
      read(at, length) {
        file.seek(at, 0)
        return Buffer.from(toBytes(file, Math.min(length, size - at)))
      },
    })
  } finally {
    file.close()
  }
}

function hashUpload(folder: string, part: string, size: number): string {
  const file = $os.openInRoot(folder, part)
  try {
    return $security.sha256(toString(file, size))
  } finally {
    file.close()
  }
}

interface StoredAttachment extends Attachment {
  kind: AttachmentKind
  hash: string
}

/** Stores the file. Called before the transaction, which must not wait for disk or storage service. */
function storeFile(
  app: CoreApp,
  caller: core.Record,
  file: StoredAttachment,
  part: string,
  refuseIfWritten: () => void,
) {
  const { id } = file
  const storedName = getStoredFileName(id)
  const path = getFilePath(app, 'attachments', id, storedName)
  try {
    respondUnavailableOnStorageError(() => {
      engine.files.write(path, $filesystem.fileFromPath(part), neutralType)
      engine.files.settle([path])
    })
    refuseIfWritten()
    writeInTransaction(app, (tx) => {
      if (!findUserById(tx, caller.id)?.getBool('isActive')) throw createErrorResponse('user.inactive', 403)
      refuseOverQuota(tx, caller.id, file.size)
      executeSql(
        tx,
        `INSERT INTO attachments (id, owner, request, name, kind, size, hash, crc, sent, file, created, updated)
         VALUES ({:id}, {:owner}, '', {:name}, {:kind}, {:size}, {:hash}, 0, FALSE, {:stored}, {:now}, {:now})`,
        { ...file, owner: caller.id, stored: storedName, now: formatTimestamp() },
      )
    })
  } catch (error) {
    deleteUnreferencedFiles(app, [path])
    throw error
  }
  // If the delete fails, the sweep job deletes the upload later.
  try {
    $os.remove(part)
  } catch {}
}

function refuseOverQuota(tx: CoreApp, owner: string, size: number) {
  const unsent = queryRow(
    tx,
    'SELECT count(*) AS n, ifnull(sum(size), 0) AS bytes FROM attachments WHERE owner = {:owner} AND sent = FALSE',
    { owner },
    { n: 0, bytes: 0 },
  ) ?? { n: 0, bytes: 0 }
  if (unsent.n >= maxUnsubmittedFiles || unsent.bytes + size > maxUnsentFileBytes)
    throw createErrorResponse('attachment.many')
  const since = formatTimestamp(Date.now() - uploadQuotaDays * 86_400_000)
  const sent = queryRow(
    tx,
    'SELECT ifnull(sum(size), 0) AS bytes FROM attachments WHERE owner = {:owner} AND sent = TRUE AND created > {:since}',
    { owner, since },
    { bytes: 0 },
  )
  if ((sent?.bytes ?? 0) + unsent.bytes + size > uploadQuotaBytes) throw createErrorResponse('attachment.quota')
}

/** Returns the file name in storage. The neutral extension prevents programs from opening the file, and PocketBase from creating thumbnails. */
export const getStoredFileName = (id: string) => `${id}.bin`
const neutralType = 'application/octet-stream'
