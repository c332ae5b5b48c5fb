import type { EmbeddedFont } from '../../src/domain/documents/pdf/fonts.ts'

/** Cache of parsed fonts, per virtual machine. */
const fontCache: Record<string, EmbeddedFont> = {}

/** Returns a font of the documents. The build stores the fonts beside the hooks. */
export function loadFont(name: string): EmbeddedFont {
  fontCache[name] ??= JSON.parse(toString($os.readFile(`${__hooks}/fonts/${name}.json`))) as EmbeddedFont
  return fontCache[name]
}
