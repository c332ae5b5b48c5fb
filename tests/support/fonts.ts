import { buildDocumentFonts } from '../../scripts/fonts.mjs'
import { glyphSets } from '../../src/domain/documents/layout/glyph-sets.ts'
import type { FontLookup } from '../../src/domain/documents/pdf/fonts.ts'

export const fonts = buildDocumentFonts(glyphSets)

/** Returns a document font of the build. */
export const fontOf: FontLookup = (name) => {
  const font = fonts[name]
  if (!font) throw new Error(`there is no font ${name}`)
  return font
}
