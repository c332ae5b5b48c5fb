import { describe, expect, test } from 'vitest'
import {
  addObject,
  assemblePdf,
  createStream,
  type PdfFile,
  reserveObject,
  setObject,
} from '../../src/domain/documents/pdf/pdf-file.ts'
import { encodeQrCode, encodeScreenQrCode } from '../../src/domain/documents/qr/qr.ts'
import { scanQrCodes } from '../support/qr.ts'

/** Returns a PDF with a QR code per page, two points per module like in documents. */
function codesOf(texts: readonly string[], encode = encodeQrCode): string {
  const file: PdfFile = { objects: [] }
  const catalog = reserveObject(file)
  const tree = reserveObject(file)
  const pages = texts.map((text) => {
    const code = encode(text)
    if (!code) throw new Error(`no code for ${text}`)
    const side = (code.size + 8) * 2
    const contents = addObject(file, createStream(`2 0 0 2 8 8 cm\n${code.path}\nf`))
    return addObject(file, `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${side} ${side}]/Contents ${contents} 0 R>>`)
  })
  setObject(file, tree, `<</Type/Pages/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]/Count ${pages.length}>>`)
  setObject(file, catalog, `<</Type/Catalog/Pages ${tree} 0 R>>`)
  return assemblePdf(file, `/Root ${catalog} 0 R`)
}

const end = '/verificar/7K3M-9QXW-2TBD'
/** Returns addresses with hosts of one letter to `longest`. */
const addresses = (longest: number) =>
  Array.from({ length: longest }, (_, index) => `https://${'ab-c.d0'.repeat(30).slice(0, index + 1)}${end}`)

describe('decode QR code', () => {
  // Level M with 41 modules per side holds at most 154 or 106 characters (ISO/IEC 18004, table 7).
  const texts = [...addresses(154 - 33).map((text) => text.toUpperCase()), ...addresses(106 - 33)]

  test.each([72, 150])('decodes every address that fits, at %i dpi', (dpi) => {
    expect(texts.at(120)).toHaveLength(154)
    expect(texts.at(-1)).toHaveLength(106)
    expect(scanQrCodes(codesOf(texts), dpi)).toEqual(texts)
  })

  test.each(['', 'A', '$%*+-./: 09', 'minusculas', '~{}_'])('decodes «%s»', (text) => {
    expect(scanQrCodes(codesOf([text]), 150)).toEqual([text])
  })
})

test('a code for the screen holds 134 letters', () => {
  const texts = ['otpauth://totp/a', 'x'.repeat(107), 'x'.repeat(134)]
  expect(scanQrCodes(codesOf(texts, encodeScreenQrCode), 150)).toEqual(texts)
  expect(encodeScreenQrCode('x'.repeat(135))).toBeNull()
})

test('the QR code grows with the text; encoding returns nothing beyond the largest size', () => {
  const sides = (letter: string, lengths: number[]) =>
    lengths.map((length) => encodeQrCode(letter.repeat(length))?.size)
  expect(sides('A', [1, 61, 62, 90, 91, 122, 123, 154, 155])).toEqual([29, 29, 33, 33, 37, 37, 41, 41, undefined])
  expect(sides('a', [1, 42, 43, 62, 63, 84, 85, 106, 107])).toEqual([29, 29, 33, 33, 37, 37, 41, 41, undefined])
})
