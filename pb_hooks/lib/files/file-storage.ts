import { createErrorResponse } from '../http.ts'
import { logError } from '../log.ts'

export const storesFilesOnS3 = (app: CoreApp): boolean => app.settings().s3.enabled

/** Returns whether an error means that S3 does not respond, or refuses the account or bucket. The file may exist, so the call is retried later. */
export const isStorageUnavailable = (error: unknown): boolean => getStorageError(error)?.isUnavailable === true

/** Returns the error of S3 that a call of `engine.files` threw; undefined for other errors. */
function getStorageError(error: unknown): StorageError | undefined {
  const { value } = error as { value?: StorageError }
  return value?.isUnavailable === undefined ? undefined : value
}

/** Returns an error for the operator if S3 refuses the account or bucket at startup. A service that does not respond is only logged, because it may recover. */
export function getS3AccessError(app: CoreApp): string {
  if (!storesFilesOnS3(app)) return ''
  try {
    engine.files.probe()
    return ''
  } catch (error) {
    const { code = 'none', message } = getStorageError(error) ?? { message: String(error) }
    if (code)
      return `El almacén «${app.settings().s3.bucket}» (S3_BUCKET) no permite guardar o leer con esta cuenta. ${message}`
    logError('files:', message)
    return ''
  }
}

/** Opens the file of a download if it is on S3, because PocketBase's own call would block a virtual machine without limit. */
export function openFileOnS3(e: core.FileDownloadRequestEvent): EngineFile | undefined {
  if (!storesFilesOnS3(e.app)) return undefined
  const file = respondUnavailableOnStorageError(() => engine.files.open(e.servedPath))
  if (!file) throw new NotFoundError()
  return file
}

const chunkBytes = 262_144

/** Yields a file in chunks, so that a large one does not fill the memory. Throws if the file does not exist. */
export function* readChunks(path: string) {
  const file = engine.files.open(path)
  if (!file) throw new Error('the file is gone')
  try {
    for (let chunk = toBytes(file, chunkBytes); chunk.length; chunk = toBytes(file, chunkBytes)) yield chunk
  } finally {
    file.close()
  }
}

/** Runs `work`; responds with 503 if the storage fails, and the log has the reason. */
export function respondUnavailableOnStorageError<Answer>(work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    if (getStorageError(error)) throw createErrorResponse('files.unavailable', 503)
    throw error
  }
}
