import { createStore } from 'zustand/vanilla'
import { type Attachment, attachmentsIn } from '../../domain/attachments/attachment.ts'
import type { PortionRow } from '../../domain/batches/batch-input.ts'
import { codeOf } from '../../lib/message.ts'
import { isPassing, persist } from '../../lib/patience.ts'
import { pb } from '../../lib/pb.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { uploadFile } from '../../session/upload-file.ts'
import type { SheetClient } from '../../sheets/worker/client.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** What is sent of the files: all that rows name, and as much of it as has gone. */
export interface FilesSent {
  count: number
  bytes: number
  sent: number
  sentBytes: number
}

interface World {
  reading: SheetClient
  owner: string
  /** Of the fields with files. */
  keys: readonly string[]
  contents: () => ReadonlyMap<string, File>
  /** Whether an id is that of a dropped file; others are on the server already. */
  isGiven: (id: string) => boolean
}

interface Attaching {
  signal: AbortSignal
  onWait: (error: unknown) => void
  /** Something of a file arrived. */
  onProgress: () => void
  /** Some of it may have gone before: the server is asked. */
  again: boolean
}

/** A file for one row: each row has its own. */
interface Use extends Attachment {
  row: number
  key: string
  file: File | undefined
  /** Its id on the server. */
  to: string
}

export type FileSender = ReturnType<typeof createFileSender>

/** How many are on their way at once: more would only share the same line. */
const atOnce = 2

/** The files of rows, which go to the server before the rows that name them. */
export function createFileSender({ reading, owner, keys, contents, isGiven }: World) {
  const store = createStore<FilesSent>()(() => ({ count: 0, bytes: 0, sent: 0, sentBytes: 0 }))
  const gone = new Set<string>()

  function usesOf(batch: string, rows: readonly PortionRow[]): Use[] {
    return rows.flatMap(({ row, values }) =>
      keys.flatMap((key) =>
        attachmentsIn(values[key])
          .filter(({ id }) => isGiven(id))
          .map((file): Use => ({ ...file, row, key, file: contents().get(file.id), to: idOf(batch, row, file.id) })),
      ),
    )
  }

  async function send(use: Use & { file: File }, { signal, onWait, onProgress }: Attaching) {
    let told = 0
    const tell = (bytes: number) => {
      store.setState(({ sentBytes }) => ({ sentBytes: sentBytes + bytes - told }))
      told = bytes
      onProgress()
    }
    try {
      await uploadFile(use.to, use.file, { owner, signal, onWait, onProgress: (part) => tell(part * use.size) })
    } catch (error) {
      tell(0)
      if (isRefusedForGood(error)) return
      // The browser reads it now, and it was moved or changed since it was dropped.
      throw error instanceof DOMException && error.name !== 'AbortError' ? new UnreadableFile(use.name) : error
    }
    gone.add(use.to)
    store.setState(({ sent }) => ({ sent: sent + 1 }))
  }

  return {
    store,
    /** How much these rows bring to be sent. */
    amountOf(rows: readonly PortionRow[]): Pick<FilesSent, 'count' | 'bytes'> {
      const uses = usesOf('', rows)
      return { count: uses.length, bytes: uses.reduce((sum, { size }) => sum + size, 0) }
    },
    /** Before the first: how much there is to be sent. */
    begin({ count, bytes }: Pick<FilesSent, 'count' | 'bytes'>) {
      store.setState({ count, bytes, sent: 0, sentBytes: 0 })
    },
    /** Sends the files of rows, and answers the rows as they name them; a name whose file is not at hand, or was refused, goes as what stands in its cell. */
    async attach(batch: string, rows: readonly PortionRow[], how: Attaching): Promise<PortionRow[]> {
      const uses = usesOf(batch, rows)
      if (uses.length === 0) return [...rows]
      if (how.again) for (const id of await patiently(() => idsThere(uses), how)) gone.add(id)
      const before = uses.filter(({ to }) => gone.has(to))
      store.setState(({ sent, sentBytes }) => ({
        sent: sent + before.length,
        sentBytes: sentBytes + before.reduce((sum, { size }) => sum + size, 0),
      }))
      const waiting = uses.filter((use): use is Use & { file: File } => use.file !== undefined && !gone.has(use.to))
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
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

  async function named(row: PortionRow, uses: readonly Use[]): Promise<PortionRow> {
    if (uses.length === 0) return row
    const values = { ...row.values }
    const wrong = { ...row.wrong }
    for (const key of new Set(uses.map((use) => use.key))) {
      const own = uses.filter((use) => use.key === key)
      const ids = new Map(own.map(({ id, to }) => [id, to]))
      if (own.every(({ to }) => gone.has(to)))
        values[key] = attachmentsIn(values[key]).map((file) => ({ ...file, id: ids.get(file.id) ?? file.id }))
      else {
        delete values[key]
        wrong[key] = (await reading.row(row.row)).view.cells[key]?.text ?? ''
      }
    }
    return { ...row, values, ...(Object.keys(wrong).length > 0 && { wrong }) }
  }
}

/** What the server found in it will not be another thing the next time. */
function isRefusedForGood(error: unknown): boolean {
  return isRefusal(error) && ['attachment.content', 'attachment.size'].includes(codeOf(error) ?? '')
}

/** The same for the same file of the same row of a batch, so that what was sent is not sent again. */
const idOf = (batch: string, row: number, file: string) =>
  batch.slice(0, 5) + row.toString(36).padStart(4, '0') + file.slice(0, 6)

const patiently = <Answer>(call: () => Promise<Answer>, { signal, onWait }: Attaching) =>
  persist(call, { signal, onWait, isExpected: isPassing })

/** Which of the files of some neighbouring rows the server has. */
async function idsThere(uses: readonly Use[]): Promise<string[]> {
  const ids = uses.map(({ to }) => to).sort()
  const filter = pb.filter('id >= {:first} && id <= {:last}', { first: ids[0], last: ids.at(-1) })
  const found = await pb.collection('attachments').getFullList<{ id: string }>({ filter, fields: 'id' })
  return found.map(({ id }) => id)
}
