import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { glyphSets } from '../../src/domain/documents/layout/glyph-sets.ts'
import { buildWebFonts } from '../fonts.mjs'

const folder = join(import.meta.dirname, '../../node_modules/.cache/document-faces')

/** Provides `virtual:document-faces.css`: the document fonts as web fonts, so that pages draw documents like the PDF. */
export function documentFontsPlugin(): Plugin {
  return {
    name: 'document-faces',
    resolveId(id) {
      if (id !== 'virtual:document-faces.css') return null
      mkdirSync(folder, { recursive: true })
      const { css, files } = buildWebFonts(glyphSets)
      for (const { file, bytes } of files) writeFileSync(join(folder, file), bytes)
      writeFileSync(join(folder, 'faces.css'), css)
      return join(folder, 'faces.css')
    },
  }
}
