import { isRecordId } from '../../src/domain/text/id.ts'
import { respondUnavailableOnStorageError } from '../lib/files/file-storage.ts'
import { deleteUnreferencedFiles, getConvertedPicturePath } from '../lib/files/stored-files.ts'
import { createErrorResponse } from '../lib/http.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { hasTooManyPixels, type PictureBounds, tryLoadPicture } from './pictures.ts'

/**
 * Validates and stores an uploaded picture, then runs `work`, the rest of the call. PocketBase would upload it inside
 * the transaction, so that a slow storage service would block all writers.
 */
export function withStoredPicture(e: core.RecordRequestEvent, field: string, room: PictureBounds, work: () => void) {
  const record = e.record
  const file = record?.getUnsavedFiles(field)[0]
  if (!record || !file) return work()
  if (!record.id) record.set('id', generateRecordId())
  // Validates an id chosen by the client, because PocketBase validates it only on save.
  if (!isRecordId(record.id)) throw createErrorResponse('invalid', 400, { id: 'invalid' })
  // Refuses file names with characters that S3 encodes differently in addresses. PocketBase does not remove them from
  // the extension.
  if (!/^[\w.-]+$/.test(file.name)) throw createErrorResponse('invalid', 400, { [field]: 'picture.kind' })
  if (hasTooManyPixels(file)) throw createErrorResponse('invalid', 400, { [field]: 'picture.pixels' })
  const path = getFilePath(record, file.name)
  try {
    respondUnavailableOnStorageError(() => {
      engine.files.write(path, file)
      engine.files.settle([path])
    })
    // Refuses pictures that documents cannot embed, because documents would otherwise omit them.
    if (!respondUnavailableOnStorageError(() => tryLoadPicture(path, room)))
      throw createErrorResponse('invalid', 400, { [field]: 'picture.kind' })
    e.app.store().set(path, true)
    work()
  } catch (error) {
    deleteUnreferencedFiles(e.app, [path, getConvertedPicturePath(path)])
    throw error
  } finally {
    e.app.store().remove(path)
  }
}

/** Sets only the name of a file that `withStoredPicture` has already stored. PocketBase stores other files itself. */
export function setStoredFileName(e: core.RecordEvent) {
  const { record } = e
  for (const field of ['logo', 'signature']) {
    const file = record?.getUnsavedFiles(field)[0]
    if (record && file && e.app.store().has(getFilePath(record, file.name))) record.set(field, file.name)
  }
  return e.next()
}

const getFilePath = (record: core.Record, name: string) => `${record.collection().baseFilesPath()}/${record.id}/${name}`
