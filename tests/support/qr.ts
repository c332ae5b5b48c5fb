import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type jsQR from 'jsqr'
import { temporaryFolder } from './temporary-folder.ts'

// The package has no entry for ES modules.
const decode = createRequire(import.meta.url)('jsqr') as typeof jsQR

/** Returns the text of the QR code on each page of a PDF, rendered at `dpi`; null without a code. */
export function scanQrCodes(pdf: string | Uint8Array, dpi: number): (string | null)[] {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'document.pdf'), pdf)
  execFileSync('pdftoppm', ['-gray', '-r', String(dpi), join(folder, 'document.pdf'), join(folder, 'page')])
  const pages = readdirSync(folder).filter((name) => name.endsWith('.pgm'))
  return pages.sort().map((name) => readPicture(readFileSync(join(folder, name))))
}

/** Reads the QR code of a greyscale image of `pdftoppm`. */
function readPicture(picture: Buffer): string | null {
  const [head = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.toString('latin1', 0, 40)) ?? []
  const pixels = new Uint8ClampedArray(Number(width) * Number(height) * 4)
  picture.subarray(head.length).forEach((shade, at) => {
    pixels.set([shade, shade, shade, 255], at * 4)
  })
  return decode(pixels, Number(width), Number(height))?.data ?? null
}
