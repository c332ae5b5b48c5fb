import { mostFileBytes } from '../../src/domain/attachments/attachment.ts'
import { pathId } from '../lib/input.ts'
import { requireUser } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'

/** Files of one person that have begun to come, and how much they may take together. */
const mostBegun = 40
const mostBegunBytes = 10 * mostFileBytes

/**
 * `PUT /api/app/attachments/{id}/bytes?at=`: the next part of a file under an id of the sender's choice; answers how much of it is there. A file comes
 * in parts and is written to the disk as it comes, so that neither a large one nor a slow line takes memory.
 */
export function keepPart(e: core.RequestEvent) {
  const asker = requireUser(e)
  const id = pathId(e)
  // `requestInfo` would read the body, which is nothing that it knows.
  const at = Number(e.request?.url?.query().get('at') || 0)
  if (!id || !Number.isInteger(at) || at < 0) throw refuse('invalid')
  const bytes = toBytes(e.request?.body as unknown as never)
  if (at + bytes.length > mostFileBytes) throw refuse('attachment.size')
  const folder = partsOfPerson(e.app, asker.id)
  const begun = partsIn(folder)
  const received = begun.get(id)?.size ?? 0
  if (at > received) return e.json(200, { received })
  const sum = [...begun.values()].reduce((total, { size }) => total + size, bytes.length)
  if (sum > mostBegunBytes || (begun.size >= mostBegun && !begun.has(id))) throw refuse('attachment.many')
  writePart(folder, id, at, bytes)
  return e.json(200, { received: Math.max(at ? received : 0, at + bytes.length) })
}

const writeOnly = 1

function writePart(folder: string, id: string, at: number, bytes: number[]) {
  $os.mkdirAll(folder, 0o700 as unknown as os.FileMode)
  const root = $os.openRoot(folder)
  try {
    const file = at === 0 ? root.create(id) : root.openFile(id, writeOnly, 0 as unknown as os.FileMode)
    try {
      file.writeAt(bytes, at)
    } finally {
      file.close()
    }
  } finally {
    root.close()
  }
}

/** Beside the stored files and not among them: no copy and no record names what has not come yet. */
export const partsFolder = (app: CoreApp) => `${app.dataDir()}/uploads`
export const partsOfPerson = (app: CoreApp, person: string) => `${partsFolder(app)}/${person}`

/** An id with an ending, which no part can be written under. */
const ending = '.judged'
export const idOfPart = (name: string) => name.replace(ending, '')

/**
 * Takes all of a file from under the name by which its sender writes to it, so that what is judged is what is stored. It stays under the new one until it is
 * stored or refused: who asks again, also after the server fell, finds it there. Empty where not so much has come.
 */
export function setApart(folder: string, id: string, size: number): string {
  const name = id + ending
  const begun = partsIn(folder).get(id)
  if (begun && begun.size !== size) return ''
  if (begun) $os.rename(`${folder}/${id}`, `${folder}/${name}`)
  return partsIn(folder).get(name)?.size === size ? name : ''
}

interface Part {
  size: number
  /** Milliseconds since 1970, of the latest part. */
  at: number
}

/** What has begun to come in a folder, by id, and what was set apart. */
export function partsIn(folder: string): Map<string, Part> {
  const parts = new Map<string, Part>()
  let entries: Entry[] = []
  try {
    entries = $os.readDir(folder) as unknown as Entry[]
  } catch {
    // Nothing has come yet.
  }
  for (const entry of entries) {
    try {
      const info = entry.info()
      parts.set(entry.name(), { size: info.size(), at: info.modTime().unixMilli() })
    } catch {
      // It was set apart or stored meanwhile.
    }
  }
  return parts
}

interface Entry {
  name(): string
  info(): { size(): number; modTime(): { unixMilli(): number } }
}
