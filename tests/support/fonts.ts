import { documentFonts } from '../../engine/fonts.mjs'
import { sets } from '../../src/domain/document/layout/letters.ts'
import type { FontOf } from '../../src/domain/document/pdf/fonts.ts'

export const fonts = documentFonts(sets)

/** The letters of the documents as the build makes them. */
export const fontOf: FontOf = (name) => {
  const font = fonts[name]
  if (!font) throw new Error(`there is no font ${name}`)
  return font
}
