import { createStore } from 'zustand'
import type { EarlierBatch, PortionOutcome } from '../../domain/batch.ts'
import type { BatchInput, PortionRow } from '../../domain/batch-input.ts'
import { errors } from '../../domain/errors.ts'
import { codeOf, messageOf } from '../../lib/message.ts'
import { isPassing, persist } from '../../lib/patience.ts'
import { pb } from '../../lib/pb.ts'
import { isRefusal } from '../../lib/refusal.ts'
import type { SheetClient } from '../../sheets/worker/client.ts'
import { createBatch, lastRowOf } from '../queries.ts'

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
}

export type Upload = ReturnType<typeof createUpload>

/** Rows on their way into a batch, a thousand at a time; the same rows sent twice are there once, so it may stop and go on anywhere. */
export function createUpload({ reading, input, batch, onBatch }: World) {
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
      await sendAll(to, isNew ? 0 : await untilSent(() => lastRowOf(to), 0, signal), signal)
      set({ at: 'done', batch: id })
    } catch (error) {
      if (signal.aborted) return
      const earlier = earlierIn(error)
      set(earlier ? { at: 'duplicate', earlier } : { at: 'failed', message: sentenceOf(error) })
    }
  }

  /** `stored` is the number of the last row that is there already: rows go in their order, so those before it are there as well. */
  async function sendAll(to: string, stored: number, signal: AbortSignal) {
    let done = 0
    let ahead = reading.portion(0)
    for (let from: number | null = 0; from !== null; ) {
      const { rows, next }: Awaited<typeof ahead> = await ahead
      signal.throwIfAborted()
      // The next ones are made while these are on their way.
      if (next !== null) ahead = reading.portion(next)
      ahead.catch(() => undefined)
      if ((rows.at(-1)?.row ?? 0) > stored) {
        set({ at: 'sending', done })
        await untilSent(() => sendRows(to, rows, signal), done, signal)
      }
      done += rows.length
      from = next
    }
    signal.throwIfAborted()
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
  return isRefusal(error) ? messageOf(error) : errors.unknown
}

/** Letters in the rows of one call, none of which takes more than three bytes: the server reads 2 MiB. */
const mostLetters = 600_000
/** More than the server keeps of a row, whatever letters they are. */
const tooLong = 70_000

/** Rows in as many calls as their size needs, in their order. */
export function portionsOf(rows: readonly PortionRow[]): PortionRow[][] {
  const portions: PortionRow[][] = []
  let left = 0
  for (const row of rows) {
    const letters = JSON.stringify(row).length
    const sent = letters > mostLetters / 2 ? onlyItsLength(row) : row
    const size = sent === row ? letters : 2 * tooLong
    if (portions.length === 0 || size > left) {
      portions.push([])
      left = mostLetters
    }
    portions.at(-1)?.push(sent)
    left -= size
  }
  return portions
}

/** Of a row larger than a request may be the server keeps only that it is: enough of it travels to be seen so. */
function onlyItsLength(row: PortionRow): PortionRow {
  const [key = 'x'] = Object.keys(row.values)
  return { row: row.row, values: { [key]: 'x'.repeat(tooLong) } }
}

/** What the server says of the rows; they travel in as many calls as their size needs. */
export async function sendRows(id: string, rows: readonly PortionRow[], signal?: AbortSignal): Promise<PortionOutcome> {
  const whole: PortionOutcome = { valid: 0, errors: [] }
  for (const portion of portionsOf(rows)) {
    const { valid, errors } = await pb.send<PortionOutcome>(`/api/app/batches/${id}/rows`, {
      method: 'POST',
      body: { rows: portion },
      ...(signal && { signal }),
    })
    whole.valid += valid
    whole.errors.push(...errors)
  }
  return whole
}
