import { createStore } from 'zustand/vanilla'
import type { Attachment } from '../../domain/attachments/attachment.ts'
import { codeOf, messageOf } from '../../lib/message.ts'
import { useSession } from '../../session/store.ts'
import { uploadFile } from '../../session/upload-file.ts'

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
export const uploads = createStore<Record<string, FileUpload>>(() => ({}))
const running = new Map<string, AbortController>()

/** Maximum parallel uploads; more would only share the same bandwidth. */
const atOnce = 2
const waiting: (() => Promise<void>)[] = []
let working = 0

export function upload(id: string, file: File, onSent: (attachment: Attachment) => void, onFailed: () => void) {
  change(id, { file, done: 0, error: null })
  const owner = useSession.getState().user?.id ?? ''
  const stop = new AbortController()
  running.set(id, stop)
  waiting.push(async () => {
    try {
      const { signal } = stop
      signal.throwIfAborted()
      const sent = await uploadFile(id, file, {
        owner,
        signal,
        onProgress: (done) => signal.aborted || change(id, { file, done, error: null }),
      })
      if (signal.aborted) return
      forgetUpload(id)
      onSent(sent)
    } catch (error) {
      if (stop.signal.aborted) return
      change(id, { file, done: 0, error: messageOf(error), isFinal: finalCodes.includes(codeOf(error)) })
      onFailed()
    }
  })
  void work()
}

/** Cancels an upload and removes its status. */
export function forgetUpload(id: string) {
  running.get(id)?.abort()
  running.delete(id)
  uploads.setState(({ [id]: _, ...rest }) => rest, true)
}

/** Returns the number of files that are uploading or queued. */
export const goingUp = () => Object.values(uploads.getState()).filter(({ error }) => error === null).length

export function forgetUploads() {
  waiting.length = 0
  for (const id of Object.keys(uploads.getState())) forgetUpload(id)
}

async function work() {
  if (working >= atOnce) return
  const next = waiting.shift()
  if (!next) return
  working++
  await next()
  working--
  void work()
}

function change(id: string, state: FileUpload) {
  uploads.setState({ [id]: state })
}

// Cancels all uploads when the user changes, because they would continue under the next user's account.
useSession.subscribe(({ user }, { user: before }) => {
  if (user?.id !== before?.id) forgetUploads()
})
