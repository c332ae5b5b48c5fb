import type { Attachment } from '../../domain/attachments/attachment.ts'
import {
  type FileLookup,
  type FileLookupResult,
  isPathSuffix,
  splitPath,
  type UploadedFile,
} from '../../domain/attachments/file-names.ts'
import { toComparisonKey } from '../../domain/text/comparison.ts'

interface Known {
  file: UploadedFile
  parts: readonly string[]
}

/** Files that rows can name: files added in the browser, and files of stored batch rows on the server. */
export class FileIndex {
  readonly #byPath = new Map<string, UploadedFile>()
  readonly #byName = new Map<string, Known[]>()
  readonly #alike = new Map<string, UploadedFile[]>()
  readonly #chosen = new Map<string, string>()
  readonly #held = new Map<string, readonly Attachment[]>()

  get files(): readonly UploadedFile[] {
    return [...this.#byPath.values()]
  }

  /** Adds files; a file replaces an earlier file with the same path. */
  add(files: readonly UploadedFile[]): void {
    for (const file of files) this.#byPath.set(file.path, file)
    this.#byName.clear()
    this.#alike.clear()
    for (const file of this.#byPath.values()) {
      const parts = splitPath(file.path)
      addToGroup(this.#byName, parts.at(-1) ?? '', { file, parts })
      if (!file.fault) addToGroup(this.#alike, removeExtension(file.path), file)
    }
  }

  /** Sets the user's choice for a name that several files share: `path` of the right file. */
  choose(name: string, path: string): void {
    this.#chosen.set(normalizeFileName(name), path)
  }

  /** Registers the files on the server that belong to one cell of a batch row. `index`: sheet index of the row; `key`: field. */
  addStoredFiles(index: number, key: string, files: readonly Attachment[]): void {
    this.#held.set(`${index} ${key}`, files)
  }

  finder(index: number, key: string): FileLookup {
    const held = this.#held.get(`${index} ${key}`) ?? []
    return (name) => {
      const parts = splitPath(name)
      const own = held.find((file) => normalizeFileName(file.name) === parts.at(-1))
      return own ? { file: own } : this.#find(parts)
    }
  }

  #find(sought: readonly string[]): FileLookupResult {
    const name = sought.at(-1) ?? ''
    const fits = (this.#byName.get(name) ?? [])
      .filter(({ parts }) => isPathSuffix(parts, sought))
      .map(({ file }) => file)
    const good = fits.filter(({ fault }) => !fault)
    const [first] = good.length > 0 ? good : fits
    if (!first) return { error: 'attachment.missing', ...this.#suggestion(name) }
    if (first.fault) return { error: first.fault, path: first.path }
    if (good.length === 1) return toFoundFile(first)
    const among = good.map(({ path }) => path)
    const chosen = good.find(({ path }) => path === this.#chosen.get(name))
    return chosen ? { ...toFoundFile(chosen), among } : { error: 'attachment.several', among }
  }

  /** Returns the only file with a similar name as a suggestion. Ignores accents, punctuation, extension and folder. */
  #suggestion(name: string) {
    const [only, another] = this.#alike.get(removeExtension(name)) ?? []
    if (!only || another) return {}
    const written = only.path.split('/').at(-1) ?? only.path
    return { suggestion: this.#byName.get(normalizeFileName(written))?.length === 1 ? written : only.path }
  }
}

const toFoundFile = ({ id, name, size, path }: UploadedFile): FileLookupResult => ({ file: { id, name, size }, path })
const normalizeFileName = (path: string) => splitPath(path).at(-1) ?? ''
const removeExtension = (path: string) => toComparisonKey(normalizeFileName(path).replace(/\.[a-z0-9]{2,5}$/, ''))

function addToGroup<Item>(lists: Map<string, Item[]>, key: string, item: Item) {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}
