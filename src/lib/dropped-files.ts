/** File with its relative path in the dropped or chosen folder: `soportes/cédula.pdf`. */
export interface DroppedFile {
  path: string
  file: File
}

/** Maximum number of files, in case a user drops a whole disk by mistake. */
export const maxDroppedFiles = 20_000

/** Returns all dropped files, including files in folders, but at most `maxDroppedFiles` + 1. Must be called inside the drop event. */
export async function readDroppedFiles({ items, files }: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return listSelectedFiles(files)
  const found: DroppedFile[] = []
  for (const entry of entries) await collectFiles(entry, found)
  return found
}

/** Returns the files chosen with a file or folder picker. */
export const listSelectedFiles = (files: FileList | null): DroppedFile[] =>
  [...(files ?? [])].slice(0, maxDroppedFiles + 1).map((file) => ({ path: file.webkitRelativePath || file.name, file }))

async function collectFiles(entry: FileSystemEntry, found: DroppedFile[]): Promise<void> {
  if (found.length > maxDroppedFiles) return
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ path: entry.fullPath.replace(/^\//, ''), file })
  } else if (isFolder(entry)) {
    const reader = entry.createReader()
    // `readEntries` returns at most 100 entries per call.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      if (some.length === 0) return
      for (const one of some) await collectFiles(one, found)
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
