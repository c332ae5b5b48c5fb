import { createStore } from 'zustand'
import type { BatchInput, BatchRowInput } from '../../domain/batches/batch-input.ts'
import type { PreviousBatch } from '../../domain/batches/batch-output.ts'
import { errorMessages } from '../../domain/errors.ts'
import { describeError, getErrorCode, isApiError } from '../../lib/api-error.ts'
import { createRecordId } from '../../lib/create-record-id.ts'
import { isTransientError, retryUntilSuccess } from '../../lib/retry.ts'
import type { SheetWorkerClient } from '../../sheets/worker/sheet-worker-client.ts'
import { createBatch, getStoredRows, type StoredRows } from '../queries.ts'
import type { FileUploader } from './file-uploader.ts'
import { sendRows, UnreadableFileError } from './row-chunks.ts'

export type RowUploadState =
  | { at: 'creating' }
  /** The same file was already sent for this format. `earlier` has no id if the earlier batch belongs to another user. */
  | { at: 'duplicate'; earlier: PreviousBatch }
  | { at: 'sending'; done: number }
  /** A call failed with a temporary error; the upload retries automatically. */
  | { at: 'waiting'; done: number; message: string }
  | { at: 'failed'; message: string }
  | { at: 'done'; batch: string }

interface RowUploadOptions {
  reading: SheetWorkerClient
  input: Omit<BatchInput, 'again' | 'id'>
  /** Id of the batch of an interrupted upload, to resume it; `null` for a new batch. */
  batch: string | null
  onBatch: (id: string) => Promise<void>
  files?: FileUploader
}

export type RowUpload = ReturnType<typeof createRowUpload>

/** Creates the upload of rows to a batch. It can resume at any row, because the server stores each row only once. */
export function createRowUpload({ reading, input, batch, onBatch, files }: RowUploadOptions) {
  const store = createStore<RowUploadState>()(() => ({ at: 'creating' }))
  let id = batch
  // Every attempt sends the same id, because the response to an attempt that created the batch may have been lost.
  const newId = createRecordId()
  let stop = new AbortController()
  let making: Promise<unknown> = Promise.resolve()
  const set = (state: RowUploadState) => store.setState(state, true)

  async function run(again = false) {
    stop.abort()
    stop = new AbortController()
    const { signal } = stop
    try {
      set({ at: 'creating' })
      const isNew = !id
      if (!id) {
        const made = createBatch({ ...input, id: newId, ...(again && { again }) })
        making = made.catch(() => undefined)
        id = (await made).id
        await onBatch(id)
      }
      const to = id
      const storedRows = isNew ? { last: 0, count: 0 } : await untilSent(() => getStoredRows(to), 0, signal)
      files?.begin(await reading.getNeededFiles(storedRows.last))
      await sendAll(to, storedRows, signal, !isNew)
      set({ at: 'done', batch: id })
    } catch (error) {
      if (signal.aborted) return
      const earlier = findEarlierBatch(error)
      set(earlier ? { at: 'duplicate', earlier } : { at: 'failed', message: getUploadErrorMessage(error) })
    }
  }

  async function sendAll(to: string, storedRows: StoredRows, signal: AbortSignal, again: boolean) {
    let done = 0
    let ahead = reading.getRowChunk(0)
    for (let from: number | null = 0; from !== null; ) {
      const { rows, next }: Awaited<typeof ahead> = await ahead
      signal.throwIfAborted()
      // Prepares the next chunk of rows while the current chunk is sent.
      if (next !== null) ahead = reading.getRowChunk(next)
      ahead.catch(() => undefined)
      const part = files ? rowsPerCallWithFiles : rows.length
      for (let at = 0; at < rows.length; at += part) {
        const some = rows.slice(at, at + part)
        const missing = selectMissingRows(some, done, storedRows)
        if (missing.length > 0) {
          set({ at: 'sending', done })
          const ready = files ? await withFiles(to, missing, done, signal, again) : missing
          await untilSent(() => sendRows(to, ready, signal), done, signal)
        }
        done += some.length
      }
      from = next
    }
    signal.throwIfAborted()
  }

  /** Uploads the files of rows before the rows, so that the files of a stored row are never missing. */
  async function withFiles(
    to: string,
    rows: readonly BatchRowInput[],
    done: number,
    signal: AbortSignal,
    again: boolean,
  ) {
    const onWait = (error: unknown) => set({ at: 'waiting', done, message: getWaitReason(error) })
    const onProgress = () => {
      if (store.getState().at === 'waiting') set({ at: 'sending', done })
    }
    const ready = await (files as FileUploader).attach(to, rows, { signal, onWait, onProgress, again })
    signal.throwIfAborted()
    return ready
  }

  /** Retries without limit after temporary errors, for example a lost connection. */
  function untilSent<Answer>(call: () => Promise<Answer>, done: number, signal: AbortSignal): Promise<Answer> {
    const onWait = (error: unknown) => set({ at: 'waiting', done, message: getWaitReason(error) })
    return retryUntilSuccess(call, { signal, isExpected: isTransientError, onWait })
  }

  return {
    store,
    start: () => void run(),
    /** Starts the upload at state `duplicate`, after the user confirmed to send the same file again. */
    startAgain: () => void run(true),
    retry: () => void run(),
    stop: () => stop.abort(),
    /** Waits for a pending creation of the batch, then returns the batch id; `null` if there is no batch. */
    made: () => making.then(() => id),
  }
}

/** Returns the message of a temporary error. The message does not ask the user to retry, because retries are automatic. */
function getWaitReason(error: unknown): string {
  const status = isApiError(error) ? error.status : 0
  if (status === 0) return 'No hay conexión con el servidor.'
  return status === 429 ? 'El servidor pide esperar un momento.' : 'El servidor no pudo responder.'
}

function findEarlierBatch(error: unknown): PreviousBatch | null {
  if (!isApiError(error) || getErrorCode(error) !== 'batch.duplicate') return null
  return (error.response.data as { earlier?: PreviousBatch } | undefined)?.earlier ?? null
}

function getUploadErrorMessage(error: unknown): string {
  if (error instanceof UnreadableFileError) return error.message
  return isApiError(error) ? describeError(error) : errorMessages.unknown
}

/** Maximum rows per call if rows have files. It limits the attachments to look up after an interruption. */
const rowsPerCallWithFiles = 50

/**
 * Returns the rows of a chunk that the server lacks. If one of two simultaneous calls failed, it has a later row without an earlier one: the count
 * shows that, and the chunk is sent again. `before`: number of rows before the chunk.
 */
function selectMissingRows(rows: readonly BatchRowInput[], before: number, { last, count }: StoredRows) {
  if ((rows.at(-1)?.row ?? 0) < last) return []
  const later = rows.filter(({ row }) => row > last)
  return before + rows.length - later.length === count ? later : rows
}
