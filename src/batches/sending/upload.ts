import { createStore } from 'zustand'
import type { EarlierBatch } from '../../domain/batches/batch.ts'
import type { BatchInput, PortionRow } from '../../domain/batches/batch-input.ts'
import { errors } from '../../domain/errors.ts'
import { codeOf, messageOf } from '../../lib/message.ts'
import { isPassing, persist } from '../../lib/patience.ts'
import { isRefusal } from '../../lib/refusal.ts'
import type { SheetClient } from '../../sheets/worker/client.ts'
import { createBatch, lastRowOf } from '../queries.ts'
import type { FileSender } from './file-sender.ts'
import { sendRows } from './portions.ts'
import { UnreadableFile } from './unreadable-file.ts'

export type Sending =
  | { at: 'creating' }
  /** The same file was sent for the same format before; without an id it is somebody else's. */
  | { at: 'duplicate'; earlier: EarlierBatch }
  | { at: 'sending'; done: number }
  /** Nobody answered: it is tried again by itself. */
  | { at: 'waiting'; done: number; message: string }
  | { at: 'failed'; message: string }
  | { at: 'done'; batch: string }

interface World {
  reading: SheetClient
  input: Omit<BatchInput, 'again'>
  /** The batch to which rows were being sent when the page was closed. */
  batch: string | null
  onBatch: (id: string) => Promise<void>
  /** Of rows that name files. */
  files?: FileSender
}

export type Upload = ReturnType<typeof createUpload>

/** Rows on their way into a batch, a thousand at a time; the same rows sent twice are there once, so it may stop and go on anywhere. */
export function createUpload({ reading, input, batch, onBatch, files }: World) {
  const store = createStore<Sending>()(() => ({ at: 'creating' }))
  let id = batch
  let stop = new AbortController()
  let making: Promise<unknown> = Promise.resolve()
  const set = (state: Sending) => store.setState(state, true)

  async function run(again = false) {
    stop.abort()
    stop = new AbortController()
    const { signal } = stop
    try {
      set({ at: 'creating' })
      const isNew = !id
      if (!id) {
        const made = createBatch({ ...input, ...(again && { again }) })
        making = made.catch(() => undefined)
        id = (await made).id
        await onBatch(id)
      }
      const to = id
      const stored = isNew ? 0 : await untilSent(() => lastRowOf(to), 0, signal)
      files?.begin(await reading.neededFiles(stored))
      await sendAll(to, stored, signal, !isNew)
      set({ at: 'done', batch: id })
    } catch (error) {
      if (signal.aborted) return
      const earlier = earlierIn(error)
      set(earlier ? { at: 'duplicate', earlier } : { at: 'failed', message: sentenceOf(error) })
    }
  }

  /** `stored` is the number of the last row that is there already: rows go in their order, so those before it are there as well. */
  async function sendAll(to: string, stored: number, signal: AbortSignal, again: boolean) {
    let done = 0
    let ahead = reading.portion(0)
    for (let from: number | null = 0; from !== null; ) {
      const { rows, next }: Awaited<typeof ahead> = await ahead
      signal.throwIfAborted()
      // The next ones are made while these are on their way.
      if (next !== null) ahead = reading.portion(next)
      ahead.catch(() => undefined)
      const part = files ? rowsWithFiles : rows.length
      for (let at = 0; at < rows.length; at += part) {
        const some = rows.slice(at, at + part)
        if ((some.at(-1)?.row ?? 0) > stored) {
          set({ at: 'sending', done })
          const ready = files ? await withFiles(to, some, done, signal, again) : some
          await untilSent(() => sendRows(to, ready, signal), done, signal)
        }
        done += some.length
      }
      from = next
    }
    signal.throwIfAborted()
  }

  /** Their files go before them, so that the last row that is stored tells how far these have come as well. */
  async function withFiles(to: string, rows: readonly PortionRow[], done: number, signal: AbortSignal, again: boolean) {
    const onWait = (error: unknown) => set({ at: 'waiting', done, message: causeOf(error) })
    const onProgress = () => {
      if (store.getState().at === 'waiting') set({ at: 'sending', done })
    }
    const ready = await (files as FileSender).attach(to, rows, { signal, onWait, onProgress, again })
    signal.throwIfAborted()
    return ready
  }

  /** Waits as long as it takes: what a person sent is not given up for a line that is gone. */
  function untilSent<Answer>(call: () => Promise<Answer>, done: number, signal: AbortSignal): Promise<Answer> {
    const onWait = (error: unknown) => set({ at: 'waiting', done, message: causeOf(error) })
    return persist(call, { signal, isExpected: isPassing, onWait })
  }

  return {
    store,
    start: () => void run(),
    /** Although the same file was sent before. */
    startAgain: () => void run(true),
    retry: () => void run(),
    stop: () => stop.abort(),
    /** The batch, once it is known whether there is one. */
    made: () => making.then(() => id),
  }
}

/** Why it has to wait, without telling a person to do what is being done already. */
function causeOf(error: unknown): string {
  const status = isRefusal(error) ? error.status : 0
  if (status === 0) return 'No hay conexión con el servidor.'
  return status === 429 ? 'El servidor pide esperar un momento.' : 'El servidor no pudo atender la solicitud.'
}

function earlierIn(error: unknown): EarlierBatch | null {
  if (!isRefusal(error) || codeOf(error) !== 'batch.duplicate') return null
  return (error.response.data as { earlier?: EarlierBatch } | undefined)?.earlier ?? null
}

function sentenceOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message
  return isRefusal(error) ? messageOf(error) : errors.unknown
}

/** Rows in a call where they have files: so many files are looked for again when it goes on after a break. */
const rowsWithFiles = 50
