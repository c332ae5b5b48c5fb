import { forget, pathOf, withStorage } from '../lib/stored-files.ts'

interface Pdf {
  id: string
  number: string
  pdf: string | number[]
}

/** Writes files that no request names yet, and gives their names by the ids of the requests; they outlive a loss of power. */
export function writePdfs(app: CoreApp, pdfs: Pdf[]): Map<string, string> {
  const names = new Map<string, string>()
  try {
    withStorage(app, (files) => {
      for (const { id, number, pdf } of pdfs) {
        const file = $filesystem.fileFromBytes(pdf, `${number}.pdf`)
        names.set(id, file.name)
        files.write(pathOf(app, 'requests', id, file.name), file)
      }
      // All are written before the first is waited for: the disk takes them together.
      files.settle([...names].map(([id, name]) => pathOf(app, 'requests', id, name)))
    })
  } catch (error) {
    forget(
      app,
      [...names].map(([id, name]) => pathOf(app, 'requests', id, name)),
    )
    throw error
  }
  return names
}

/** Copies files under paths that no record names yet, and tells which were there. */
export function copyFiles(app: CoreApp, pairs: { from: string; to: string }[]): Set<string> {
  const copied = new Set<string>()
  try {
    withStorage(app, (files) => {
      for (const { from, to } of pairs) if (files.copy(from, to)) copied.add(to)
      files.settle([...copied])
    })
  } catch (error) {
    forget(app, [...copied])
    throw error
  }
  return copied
}

/** By which a file that somebody holds is told to be this one: SHA-256 in hexadecimal. */
export const hashOf = (pdf: string | number[]) => $security.sha256(typeof pdf === 'string' ? pdf : toString(pdf))
