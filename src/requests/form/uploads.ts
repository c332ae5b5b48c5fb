import { createStore } from 'zustand/vanilla'
import type { Attachment } from '../../domain/attachments/attachment.ts'
import { codeOf, messageOf } from '../../lib/message.ts'
import { useSession } from '../../session/store.ts'
import { uploadFile } from '../../session/upload-file.ts'

/** A file that is on its way, or could not be sent. */
export interface FileUpload {
  file: File
  /** From 0 to 1. */
  done: number
  /** Why it was refused, in a sentence. */
  error: string | null
  /** The file itself is not accepted: sending it again cannot succeed. */
  isFinal?: boolean
}

/** Refusals of the file itself, not of the moment or the connection. */
const finalCodes: readonly unknown[] = ['attachment.kind', 'attachment.size', 'attachment.content']

/** By the id of the file; what a form shows of it comes and goes with its field. */
export const uploads = createStore<Record<string, FileUpload>>(() => ({}))
const running = new Map<string, AbortController>()

/** How many are sent at once: more would only share the same line. */
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

/** Stops it where it is under way, and shows nothing more of it. */
export function forgetUpload(id: string) {
  running.get(id)?.abort()
  running.delete(id)
  uploads.setState(({ [id]: _, ...rest }) => rest, true)
}

/** How many files are on their way, or wait for it. */
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

// Nobody's files go on under the name of whoever comes next.
useSession.subscribe(({ user }, { user: before }) => {
  if (user?.id !== before?.id) forgetUploads()
})
