import { ClientResponseError } from 'pocketbase'
import { type Attachment, partBytes } from '../domain/attachments/attachment.ts'
import { isPassing, persist } from '../lib/patience.ts'
import { pb } from '../lib/pb.ts'
import { isHere } from './session.ts'

interface Sending {
  owner: string
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (done: number) => void
  /** Nobody answered: it is tried again by itself. */
  onWait?: (error: unknown) => void
}

/** Sends a file part by part under an id of its own, so that what a poor line loses is sent again from where it broke off; throws what the server refuses. */
export async function uploadFile(
  id: string,
  file: File,
  { owner, signal, onProgress, onWait }: Sending,
): Promise<Attachment> {
  // Asked before each part: people come and go meanwhile.
  const asOwner = <Answer>(call: () => Promise<Answer>) => {
    if (!isHere(owner)) throw new ClientResponseError({ status: 401, response: {} })
    return call()
  }
  const patiently = <Answer>(call: () => Promise<Answer>) =>
    persist(() => asOwner(call), { signal, isExpected: isPassing, ...(onWait && { onWait }) })
  for (let at = 0; at < file.size; onProgress(at / file.size)) {
    const from = at
    // Read before it is sent: a file that was moved meanwhile is no fault of the line.
    const body = await file.slice(from, from + partBytes).arrayBuffer()
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
  return inTurn(() =>
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

/** The server judges one file of a person at a time, and puts others off for seconds. */
function inTurn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const mine = judging.then(call)
  judging = mine.catch(() => undefined)
  return mine
}
