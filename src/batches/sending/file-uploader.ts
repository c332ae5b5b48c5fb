import { createStore } from 'zustand/vanilla'
import { type Attachment, parseAttachments } from '../../domain/attachments/attachment.ts'
import type { BatchRowInput } from '../../domain/batches/batch-input.ts'
import type { Field } from '../../domain/fields/field.ts'
import { getErrorCode, isApiError } from '../../lib/api-error.ts'
import { pb } from '../../lib/pb.ts'
import { isTransientError, retryUntilSuccess } from '../../lib/retry.ts'
import { uploadFile } from '../../session/account/upload-file.ts'
import { useSession } from '../../session/session-store.ts'
import type { SheetWorkerClient } from '../../sheets/worker/sheet-worker-client.ts'
import { createDroppedFileStore, type DroppedFileStore } from '../files/file-drop-zone.tsx'
import { UnreadableFileError } from './row-chunks.ts'

const noProgress = { count: 0, bytes: 0, sent: 0, sentBytes: 0 }
type FileUploadProgress = typeof noProgress

interface UploadCallbacks {
  signal: AbortSignal
  onWait: (error: unknown) => void
  onProgress: () => void
  /** Whether an earlier attempt may have uploaded files. Then loads the ids of existing attachments first, to skip these files. */
  again: boolean
}

/** Use of a file in a row's field. A file in two rows is uploaded twice, once per use. */
interface FileUse extends Attachment {
  row: number
  key: string
  file: File | undefined
  /** Id of the attachment that the upload creates. */
  to: string
}

export type FileUploader = ReturnType<typeof createFileUploader>

/** Number of parallel uploads; more would only share the same bandwidth. */
const parallelUploads = 2

/** Dropped files and their uploader, for correcting the rows of a batch. */
export interface RowFileUpload {
  dropped: DroppedFileStore
  sender: FileUploader
}

export function createRowFileUpload(reading: SheetWorkerClient, fields: readonly Field[]): RowFileUpload {
  const dropped = createDroppedFileStore()
  // Files without local content were uploaded earlier, so they are not uploaded again.
  const isGiven = (id: string) => dropped.getState().has(id)
  return { dropped, sender: createFileUploader(reading, fields, dropped, isGiven) }
}

/** Creates the uploader for files of rows, which go before their rows. `isGiven`: whether an id is a dropped file's. */
export function createFileUploader(
  reading: SheetWorkerClient,
  fields: readonly Field[],
  dropped: DroppedFileStore,
  isGiven: (id: string) => boolean = () => true,
) {
  const owner = useSession.getState().user?.id ?? ''
  const keys = fields.flatMap(({ key, type }) => (type === 'file' ? [key] : []))
  const store = createStore<FileUploadProgress>()(() => noProgress)
  const gone = new Set<string>()

  function usesOf(batch: string, rows: readonly BatchRowInput[]): FileUse[] {
    return rows.flatMap(({ row, values }) =>
      keys.flatMap((key) =>
        parseAttachments(values[key])
          .filter(({ id }) => isGiven(id))
          .map(
            (file): FileUse => ({
              ...file,
              row,
              key,
              file: dropped.getState().get(file.id),
              to: createAttachmentId(batch, row, file.id),
            }),
          ),
      ),
    )
  }

  async function send(use: FileUse & { file: File }, { signal, onWait, onProgress }: UploadCallbacks) {
    let reported = 0
    const reportProgress = (bytes: number) => {
      store.setState(({ sentBytes }) => ({ sentBytes: sentBytes + bytes - reported }))
      reported = bytes
      onProgress()
    }
    try {
      await uploadFile(use.to, use.file, {
        owner,
        signal,
        onWait,
        onProgress: (part) => reportProgress(part * use.size),
      })
    } catch (error) {
      reportProgress(0)
      if (isPermanentRefusal(error)) return
      // The browser throws a `DOMException` if the file was moved or changed on disk after it was dropped.
      throw error instanceof DOMException && error.name !== 'AbortError' ? new UnreadableFileError(use.name) : error
    }
    gone.add(use.to)
    store.setState(({ sent }) => ({ sent: sent + 1 }))
  }

  return {
    store,
    amountOf(rows: readonly BatchRowInput[]): Pick<FileUploadProgress, 'count' | 'bytes'> {
      const uses = usesOf('', rows)
      return { count: uses.length, bytes: uses.reduce((sum, { size }) => sum + size, 0) }
    },
    /** Sets the totals and resets the progress; called before the first upload. */
    begin({ count, bytes }: Pick<FileUploadProgress, 'count' | 'bytes'>) {
      store.setState({ count, bytes, sent: 0, sentBytes: 0 })
    },
    /** Uploads the files of rows, and returns the rows with attachment ids. If a file is missing or refused, the value is the cell's text. */
    async attach(batch: string, rows: readonly BatchRowInput[], how: UploadCallbacks): Promise<BatchRowInput[]> {
      const uses = usesOf(batch, rows)
      if (uses.length === 0) return [...rows]
      const found = () => retryUntilSuccess(() => listExistingIds(uses), { ...how, isExpected: isTransientError })
      if (how.again) for (const id of await found()) gone.add(id)
      const before = uses.filter(({ to }) => gone.has(to))
      store.setState(({ sent, sentBytes }) => ({
        sent: sent + before.length,
        sentBytes: sentBytes + before.reduce((sum, { size }) => sum + size, 0),
      }))
      const waiting = uses.filter((use): use is FileUse & { file: File } => use.file !== undefined && !gone.has(use.to))
      await Promise.all(
        Array.from({ length: parallelUploads }, async () => {
          for (let next = waiting.shift(); next; next = waiting.shift()) {
            how.signal.throwIfAborted()
            await send(next, how)
          }
        }),
      )
      return Promise.all(
        rows.map((row) =>
          named(
            row,
            uses.filter((use) => use.row === row.row),
          ),
        ),
      )
    },
  }

  async function named(row: BatchRowInput, uses: readonly FileUse[]): Promise<BatchRowInput> {
    if (uses.length === 0) return row
    const values = { ...row.values }
    const wrong = { ...row.wrong }
    for (const key of new Set(uses.map((use) => use.key))) {
      const own = uses.filter((use) => use.key === key)
      const ids = new Map(own.map(({ id, to }) => [id, to]))
      if (own.every(({ to }) => gone.has(to)))
        values[key] = parseAttachments(values[key]).map((file) => ({ ...file, id: ids.get(file.id) ?? file.id }))
      else {
        delete values[key]
        wrong[key] = (await reading.getRow(row.row)).view.cells[key]?.text ?? ''
      }
    }
    return { ...row, values, ...(Object.keys(wrong).length > 0 && { wrong }) }
  }
}

/** Returns whether the server refused the file for its content or size, so that a retry cannot succeed. */
function isPermanentRefusal(error: unknown): boolean {
  return isApiError(error) && ['attachment.content', 'attachment.size'].includes(getErrorCode(error) ?? '')
}

/** Returns the attachment id of a file in a row. Always the same, so that a retry does not store the file twice. */
const createAttachmentId = (batch: string, row: number, file: string) =>
  batch.slice(0, 5) + row.toString(36).padStart(4, '0') + file.slice(0, 6)

/** Returns the ids of attachments on the server between the first and last id of `uses`. */
async function listExistingIds(uses: readonly FileUse[]): Promise<string[]> {
  const ids = uses.map(({ to }) => to).sort()
  const filter = pb.filter('id >= {:first} && id <= {:last}', { first: ids[0], last: ids.at(-1) })
  const found = await pb.collection('attachments').getFullList<{ id: string }>({ filter, fields: 'id' })
  return found.map(({ id }) => id)
}
