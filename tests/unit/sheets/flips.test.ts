import { expect, test } from 'vitest'
import { FileReadError } from '../../../src/sheets/files/file-read-error.ts'
import { readWorkbook } from '../../../src/sheets/files/read-workbook.ts'
import { getCell } from '../../../src/sheets/files/sheet.ts'
import { getCompressedBytes, readCentralDirectory } from '../../../src/sheets/files/zip/zip-directory.ts'
import { fixture, rowsXml, workbook } from '../../support/sheets.ts'

const zeros = workbook({
  sheets: {
    Oculta: rowsXml([['Nombre'], ['Otro']]),
    a: rowsXml([['Cédula'], [{ xml: '<c s="1"><v>12345678</v></c>' }]]),
  },
  states: { Oculta: 'state="hidden"' },
  formats: ['0000000000'],
})

/** Reads a workbook; returns its content as JSON, or the code of the error. */
async function readAsText(bytes: Uint8Array): Promise<string> {
  try {
    const { sheets, hiddenSheets } = await readWorkbook(bytes, 'libro')
    const content = sheets.map((sheet) => ({
      name: sheet.name,
      problem: sheet.problem,
      numbers: sheet.numbers,
      hidden: sheet.hidden,
      hiddenColumns: [...sheet.hiddenColumns],
      merges: sheet.merges,
      cells: Array.from({ length: sheet.count * sheet.width }, (_, at) =>
        getCell(sheet, Math.floor(at / sheet.width), at % sheet.width),
      ),
    }))
    return JSON.stringify({ content, hiddenSheets })
  } catch (error) {
    if (error instanceof FileReadError) return error.code
    throw error
  }
}

/** Returns a predicate for offsets of compressed data. The checksum of an entry covers all of its bytes alike, so few of them are tried. */
function isData(bytes: Uint8Array): (at: number) => boolean {
  const ranges = [...readCentralDirectory(bytes).values()].map((entry) => {
    const data = getCompressedBytes(bytes, entry)
    return [data.byteOffset - bytes.byteOffset, data.byteOffset - bytes.byteOffset + data.length] as const
  })
  return (at) => ranges.some(([from, to]) => at >= from && at < to)
}

/** Step between the changed bytes, outside and inside compressed data; `FLIPS=all` changes each byte outside. */
const [step, dataStep] = [process.env.FLIPS === 'all' ? 1 : 3, 499]

test.each<[string, Uint8Array, number]>([
  ['a document number with zeros, behind a hidden sheet', zeros, 2],
  ['a payroll of Excel', fixture('nomina.xlsx'), 1],
  ['a payroll of LibreOffice', fixture('nomina.ods'), 1],
])('reads %s with a flipped bit to the same values, or rejects it', async (_, good, bits) => {
  const expected = await readAsText(good)
  const inData = isData(good)
  const different: string[] = []
  for (let at = 0; at < good.length; at++) {
    if (at % (inData(at) ? dataStep : step) !== 0) continue
    for (let bit = 0; bit < bits; bit++) {
      const bytes = good.slice()
      bytes[at] = (bytes[at] as number) ^ (1 << ((at + bit * 3) % 8))
      const found = await readAsText(bytes)
      if (found !== expected && !found.startsWith('file.')) different.push(`byte ${at}: ${found}`)
    }
  }
  expect(different).toEqual([])
})
