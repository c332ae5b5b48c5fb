import { deleteUnreferencedFiles, getFilePath } from '../lib/files/stored-files.ts'

interface Pdf {
  id: string
  number: string
  pdf: string | number[]
}

/** Writes PDF files and flushes them to disk, before records refer to them. Returns the file names by request id. */
export function writePdfs(app: CoreApp, pdfs: Pdf[]): Map<string, string> {
  const names = new Map<string, string>()
  try {
    for (const { id, number, pdf } of pdfs) {
      const file = $filesystem.fileFromBytes(pdf, `${number}.pdf`)
      names.set(id, file.name)
      engine.files.write(getFilePath(app, 'requests', id, file.name), file)
    }
    // Flushes all files at the end, because the disk syncs them faster together.
    engine.files.settle([...names].map(([id, name]) => getFilePath(app, 'requests', id, name)))
  } catch (error) {
    deleteUnreferencedFiles(
      app,
      [...names].map(([id, name]) => getFilePath(app, 'requests', id, name)),
    )
    throw error
  }
  return names
}

/** Copies files to paths that no record refers to yet. Returns the target paths whose source existed. */
export function copyFiles(app: CoreApp, pairs: { from: string; to: string }[]): Set<string> {
  const copied = new Set<string>()
  try {
    for (const { from, to } of pairs) if (engine.files.copy(from, to)) copied.add(to)
    engine.files.settle([...copied])
  } catch (error) {
    deleteUnreferencedFiles(app, [...copied])
    throw error
  }
  return copied
}

/** Returns the SHA-256 hash of a PDF in hexadecimal, to verify copies of a document. */
export const hashPdf = (pdf: string | number[]) => $security.sha256(typeof pdf === 'string' ? pdf : toString(pdf))
