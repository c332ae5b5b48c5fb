import { createStore } from 'zustand/vanilla'
import type { Attachment } from '../../domain/attachments/attachment.ts'
import { describeError, getErrorCode } from '../../lib/api-error.ts'
import { uploadFile } from '../../session/account/upload-file.ts'
import { useSession } from '../../session/session-store.ts'

/** File that is uploading or failed to upload. */
export interface FileUpload {
  file: File
  /** Upload progress from 0 to 1. */
  done: number
  /** Error message for the user; `null` while uploading. */
  error: string | null
  /** True if the server rejects the file itself, so that a retry cannot succeed. */
  isFinal?: boolean
}

/** Error codes about the file itself, not about the server or the connection. */
const finalCodes: readonly unknown[] = ['attachment.kind', 'attachment.size', 'attachment.content']

/** Uploads by file id. Stored outside the form, because fields may unmount during an upload. */
export const uploadStore = createStore<Record<string, FileUpload>>(() => ({}))
const running = new Map<string, AbortController>()

/** Maximum parallel uploads; more would only share the same bandwidth. */
const maxConcurrent = 2
const uploadQueue: (() => Promise<void>)[] = []
let activeWorkers = 0

export function startUpload(id: string, file: File, onSent: (attachment: Attachment) => void, onFailed: () => void) {
  updateUpload(id, { file, done: 0, error: null })
  const owner = useSession.getState().user?.id ?? ''
  const stop = new AbortController()
  running.set(id, stop)
  uploadQueue.push(async () => {
    try {
      const { signal } = stop
      signal.throwIfAborted()
      const sent = await uploadFile(id, file, {
        owner,
        signal,
        onProgress: (done) => signal.aborted || updateUpload(id, { file, done, error: null }),
      })
      if (signal.aborted) return
      removeUpload(id)
      onSent(sent)
    } catch (error) {
      if (stop.signal.aborted) return
      updateUpload(id, {
        file,
        done: 0,
        error: describeError(error),
        isFinal: finalCodes.includes(getErrorCode(error)),
      })
      onFailed()
    }
  })
  void runQueue()
}

export function cancelUpload(id: string) {
  running.get(id)?.abort()
  removeUpload(id)
}

function removeUpload(id: string) {
  running.delete(id)
  uploadStore.setState(({ [id]: _, ...rest }) => rest, true)
}

export const countActiveUploads = () =>
  Object.values(uploadStore.getState()).filter(({ error }) => error === null).length

/** Waits until no upload is running. Resolves to whether none of them was cancelled. */
export async function waitForUploads(): Promise<boolean> {
  const signals = [...running.values()].map(({ signal }) => signal)
  await new Promise<void>((resolve) => {
    const stop = uploadStore.subscribe(check)
    check()
    function check() {
      if (countActiveUploads() > 0) return
      stop()
      resolve()
    }
  })
  return !signals.some(({ aborted }) => aborted)
}

export function cancelAllUploads() {
  uploadQueue.length = 0
  for (const id of Object.keys(uploadStore.getState())) cancelUpload(id)
}

async function runQueue() {
  if (activeWorkers >= maxConcurrent) return
  const next = uploadQueue.shift()
  if (!next) return
  activeWorkers++
  await next()
  activeWorkers--
  void runQueue()
}

function updateUpload(id: string, state: FileUpload) {
  uploadStore.setState({ [id]: state })
}

// Cancels all uploads when the user changes, because they would continue under the next user's account.
useSession.subscribe(({ user }, { user: before }) => {
  if (user?.id !== before?.id) cancelAllUploads()
})
