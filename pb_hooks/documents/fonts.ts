import type { FontFile } from '../../src/domain/documents/pdf/fonts.ts'

/** Cache of parsed fonts, per virtual machine. */
const fontCache: Record<string, FontFile> = {}

/** Returns a font of the documents. The build stores the fonts beside the hooks. */
export function loadFont(name: string): FontFile {
  fontCache[name] ??= JSON.parse(toString($os.readFile(`${__hooks}/letters/${name}.json`))) as FontFile
  return fontCache[name]
}
