import { documentFonts } from '../../engine/fonts.mjs'
import { sets } from '../../src/domain/documents/layout/letters.ts'
import type { FontOf } from '../../src/domain/documents/pdf/fonts.ts'

export const fonts = documentFonts(sets)

/** The letters of the documents as the build makes them. */
export const fontOf: FontOf = (name) => {
  const font = fonts[name]
  if (!font) throw new Error(`there is no font ${name}`)
  return font
}
