import { type Attachment, uploadChunkBytes } from '../../domain/attachments/attachment.ts'
import { createApiError } from '../../lib/api-error.ts'
import { pb } from '../../lib/pb.ts'
import { isTransientError, retryUntilSuccess } from '../../lib/retry.ts'
import { isSignedIn } from '../session.ts'

interface UploadOptions {
  owner: string
  signal: AbortSignal
  /** Reports the progress, from 0 to 1. */
  onProgress: (done: number) => void
  /** Called after a failed request, before its automatic retry. */
  onWait?: (error: unknown) => void
}

/**
 * Uploads a file in chunks under a client-chosen id. After a lost connection, continues with the first byte that the
 * server has not received. Throws permanent errors.
 */
export async function uploadFile(
  id: string,
  file: File,
  { owner, signal, onProgress, onWait }: UploadOptions,
): Promise<Attachment> {
  // Checks the user before each chunk, because another user may sign in during the upload.
  const asOwner = <Answer>(call: () => Promise<Answer>) => {
    if (!isSignedIn(owner)) throw createApiError(401)
    return call()
  }
  const patiently = <Answer>(call: () => Promise<Answer>) =>
    retryUntilSuccess(() => asOwner(call), { signal, isExpected: isTransientError, ...(onWait && { onWait }) })
  for (let at = 0; at < file.size; onProgress(at / file.size)) {
    const from = at
    // Reads the chunk outside the retry loop, because a moved or deleted file is not a connection error.
    const body = await file.slice(from, from + uploadChunkBytes).arrayBuffer()
    const { received } = await patiently(() =>
      pb.send<{ received: number }>(`/api/app/attachments/${id}/bytes`, {
        method: 'PUT',
        query: { at: from },
        headers: { 'Content-Type': 'application/octet-stream' },
        body,
        signal,
      }),
    )
    at = received
  }
  return runInSequence(() =>
    patiently(() =>
      pb.send<Attachment>('/api/app/attachments', {
        method: 'POST',
        body: { id, name: file.name, size: file.size },
        signal,
      }),
    ),
  )
}

let judging: Promise<unknown> = Promise.resolve()

/** Runs a call after all previous calls have ended, because the server verifies only one file per user at a time. */
function runInSequence<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const mine = judging.then(call)
  judging = mine.catch(() => undefined)
  return mine
}
