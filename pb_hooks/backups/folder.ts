import type { ByteSource, GoFile } from './tar.ts'

/** Go's `os.Root`: through it nothing outside of its folder is reached. */
export interface Root {
  name(): string
  open(path: string): GoFile & ByteSource
  create(path: string): GoFile & { readFrom(reader: unknown): number }
  lstat(path: string): { size(): number }
  link(from: string, to: string): void
  rename(from: string, to: string): void
  removeAll(path: string): void
  mkdirAll(path: string, mode: number): void
  close(): void
}

/** A folder, which is made where there is none. */
export function openRoot(folder: string): Root {
  $os.mkdirAll(folder, 0o700 as unknown as os.FileMode)
  return $os.openRoot(folder) as unknown as Root
}

/** Writes a file that only the server's user may read; without a mode nobody could. */
export function writePrivately(folder: string, name: string, text: string) {
  $os.mkdirAll(folder, 0o700 as unknown as os.FileMode)
  $os.writeFile(`${folder}/${name}`, text as unknown as number[], 0o600 as unknown as os.FileMode)
}

/** Lets a file be known by a second name, and gives its size; -1 where there is none. */
export function linkIfThere(root: Root, from: string, to: string): number {
  try {
    const size = root.lstat(from).size()
    linkOrCopy(root, from, to)
    return size
  } catch (error) {
    if (/no such file/.test(String(error))) return -1
    throw error
  }
}

/** Two names need one disk that knows of links; elsewhere the file is copied. */
function linkOrCopy(root: Root, from: string, to: string) {
  try {
    root.link(from, to)
  } catch (error) {
    if (/no such file/.test(String(error))) throw error
    const source = root.open(from)
    const target = root.create(to)
    try {
      target.readFrom(source)
    } finally {
      target.close()
      source.close()
    }
  }
}

/** Tells the disk to keep a file, or a folder's list of names (`.`). */
export function syncIn(root: Root, path: string) {
  const file = root.open(path)
  try {
    file.sync()
  } finally {
    file.close()
  }
}
