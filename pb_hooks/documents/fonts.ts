import type { FontFile } from '../../src/domain/documents/pdf/fonts.ts'

/** What was read so far; each VM reads what its documents use. */
const known: Record<string, FontFile> = {}

/** A font of the documents, which the build puts beside the hooks. */
export function fontOf(name: string): FontFile {
  known[name] ??= JSON.parse(toString($os.readFile(`${__hooks}/letters/${name}.json`))) as FontFile
  return known[name]
}
