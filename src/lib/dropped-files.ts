/** A file with where it stood in what was dropped or chosen: `soportes/cédula.pdf`. */
export interface DroppedFile {
  path: string
  file: File
}

/** Where to stop: who drops a whole disk did not mean it. */
export const mostDropped = 20_000

/** All files of what was dropped, folders walked through; at most one more than may be dropped. Called while the event lasts. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return chosenFiles(files)
  const found: DroppedFile[] = []
  for (const entry of entries) await walk(entry, found)
  return found
}

/** Those of a picker, of files or of a folder. */
export const chosenFiles = (files: FileList | null): DroppedFile[] =>
  [...(files ?? [])].slice(0, mostDropped + 1).map((file) => ({ path: file.webkitRelativePath || file.name, file }))

async function walk(entry: FileSystemEntry, found: DroppedFile[]): Promise<void> {
  if (found.length > mostDropped) return
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ path: entry.fullPath.replace(/^\//, ''), file })
  } else if (isFolder(entry)) {
    const reader = entry.createReader()
    // It tells a hundred at a time.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      if (some.length === 0) return
      for (const one of some) await walk(one, found)
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
