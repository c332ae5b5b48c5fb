import type { ByteSource, GoFile } from './tar.ts'

/** Go's `os.Root`: a directory handle that refuses paths outside the directory. */
export interface DirectoryRoot {
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

/** Opens a directory and creates it if it does not exist. */
export function openDirectoryRoot(folder: string): DirectoryRoot {
  $os.mkdirAll(folder, 0o700 as unknown as os.FileMode)
  return $os.openRoot(folder) as unknown as DirectoryRoot
}

/** Writes a file with a mode that lets only the server's user read it. Without a mode, the file would be unreadable. */
export function writePrivateFile(folder: string, name: string, text: string) {
  $os.mkdirAll(folder, 0o700 as unknown as os.FileMode)
  $os.writeFile(`${folder}/${name}`, text as unknown as number[], 0o600 as unknown as os.FileMode)
}

/** Links a file under a second name and returns its size; -1 if the file does not exist. */
export function linkFileIfExists(root: DirectoryRoot, from: string, to: string): number {
  try {
    const size = root.lstat(from).size()
    linkOrCopy(root, from, to)
    return size
  } catch (error) {
    if (/no such file/.test(String(error))) return -1
    throw error
  }
}

/** Creates a hard link. Copies the file instead if the file system has no links, or the paths are on different disks. */
function linkOrCopy(root: DirectoryRoot, from: string, to: string) {
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

/** Flushes a file to disk, or a directory's entries (`.`). */
export function flushToDisk(root: DirectoryRoot, path: string) {
  const file = root.open(path)
  try {
    file.sync()
  } finally {
    file.close()
  }
}
