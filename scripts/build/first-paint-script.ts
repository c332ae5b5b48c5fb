import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync } from 'vite'

const file = join(import.meta.dirname, '../../src/public/early.js')

/** Returns the minified `public/early.js`, which all pages contain inline, because loading it would delay the first paint. */
export const minifyFirstPaintScript = () => minifySync('early.js', readFileSync(file, 'utf8')).code.trim()

/** Returns the source expression of the inline script for the `Content-Security-Policy` header: `'sha256-…'`. */
export const hashFirstPaintScript = () =>
  `'sha256-${createHash('sha256').update(minifyFirstPaintScript()).digest('base64')}'`
