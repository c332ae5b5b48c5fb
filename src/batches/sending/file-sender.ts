import { createStore } from 'zustand/vanilla'
import { type Attachment, parseAttachments } from '../../domain/attachments/attachment.ts'
import type { PortionRow } from '../../domain/batches/batch-input.ts'
import { codeOf } from '../../lib/message.ts'
import { isPassing, persist } from '../../lib/patience.ts'
import { pb } from '../../lib/pb.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { uploadFile } from '../../session/upload-file.ts'
import type { SheetWorkerClient } from '../../sheets/worker/sheet-worker-client.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Upload progress of the files that rows name: totals, and the part sent. */
export interface FilesSent {
  count: number
  bytes: number
  sent: number
  sentBytes: number
}

interface World {
  reading: SheetWorkerClient
  owner: string
  /** Keys of the fields with files. */
  keys: readonly string[]
  contents: () => ReadonlyMap<string, File>
  /** Whether an id belongs to a dropped file; other ids belong to files already on the server. */
  isGiven: (id: string) => boolean
}

interface Attaching {
  signal: AbortSignal
  onWait: (error: unknown) => void
  /** Called when part of a file was uploaded. */
  onProgress: () => void
  /** Whether an earlier attempt may have uploaded files, so that the server is asked first. */
  again: boolean
}

/** File of one row and field; a file named by two rows is uploaded twice. */
interface Use extends Attachment {
  row: number
  key: string
  file: File | undefined
  /** Id of the attachment on the server. */
  to: string
}

export type FileSender = ReturnType<typeof createFileSender>

/** Number of parallel uploads; more would only share the same bandwidth. */
const atOnce = 2

/** Creates the uploader of files; files are uploaded before the rows that name them. */
export function createFileSender({ reading, owner, keys, contents, isGiven }: World) {
  const store = createStore<FilesSent>()(() => ({ count: 0, bytes: 0, sent: 0, sentBytes: 0 }))
  const gone = new Set<string>()

  function usesOf(batch: string, rows: readonly PortionRow[]): Use[] {
    return rows.flatMap(({ row, values }) =>
      keys.flatMap((key) =>
        parseAttachments(values[key])
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
      // The browser reads the file now and fails if it was moved or changed after being dropped.
      throw error instanceof DOMException && error.name !== 'AbortError' ? new UnreadableFile(use.name) : error
    }
    gone.add(use.to)
    store.setState(({ sent }) => ({ sent: sent + 1 }))
  }

  return {
    store,
    amountOf(rows: readonly PortionRow[]): Pick<FilesSent, 'count' | 'bytes'> {
      const uses = usesOf('', rows)
      return { count: uses.length, bytes: uses.reduce((sum, { size }) => sum + size, 0) }
    },
    /** Sets the totals and resets the progress; called before the first upload. */
    begin({ count, bytes }: Pick<FilesSent, 'count' | 'bytes'>) {
      store.setState({ count, bytes, sent: 0, sentBytes: 0 })
    },
    /** Uploads the files of rows, and returns the rows with file ids. Missing or refused files are sent as the cell's text. */
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
        values[key] = parseAttachments(values[key]).map((file) => ({ ...file, id: ids.get(file.id) ?? file.id }))
      else {
        delete values[key]
        wrong[key] = (await reading.row(row.row)).view.cells[key]?.text ?? ''
      }
    }
    return { ...row, values, ...(Object.keys(wrong).length > 0 && { wrong }) }
  }
}

/** Whether the server refused the content or size of a file, so that a retry is useless. */
function isRefusedForGood(error: unknown): boolean {
  return isRefusal(error) && ['attachment.content', 'attachment.size'].includes(codeOf(error) ?? '')
}

/** Returns an attachment id that is stable per batch, row and file. A retry therefore does not upload a file again. */
const idOf = (batch: string, row: number, file: string) =>
  batch.slice(0, 5) + row.toString(36).padStart(4, '0') + file.slice(0, 6)

const patiently = <Answer>(call: () => Promise<Answer>, { signal, onWait }: Attaching) =>
  persist(call, { signal, onWait, isExpected: isPassing })

/** Returns which attachments of the rows exist on the server. */
async function idsThere(uses: readonly Use[]): Promise<string[]> {
  const ids = uses.map(({ to }) => to).sort()
  const filter = pb.filter('id >= {:first} && id <= {:last}', { first: ids[0], last: ids.at(-1) })
  const found = await pb.collection('attachments').getFullList<{ id: string }>({ filter, fields: 'id' })
  return found.map(({ id }) => id)
}
