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

/** Returns the content of a file, or its error code. */
async function saidBy(bytes: Uint8Array): Promise<string> {
  try {
    const { sheets, hiddenSheets } = await readWorkbook(bytes, 'libro')
    const told = sheets.map((sheet) => ({
      name: sheet.name,
      problem: sheet.problem,
      numbers: [...sheet.numbers.subarray(0, sheet.count)],
      hidden: [...sheet.hidden.subarray(0, sheet.count)],
      hiddenColumns: [...sheet.hiddenColumns],
      merges: sheet.merges,
      cells: Array.from({ length: sheet.count * sheet.width }, (_, at) =>
        getCell(sheet, Math.floor(at / sheet.width), at % sheet.width),
      ),
    }))
    return JSON.stringify({ told, hiddenSheets })
  } catch (error) {
    if (error instanceof FileReadError) return error.code
    throw error
  }
}

/** Returns whether a byte is compressed data, of which only a sample is tried because the checksum covers all. */
function isData(bytes: Uint8Array): (at: number) => boolean {
  const ranges = [...readCentralDirectory(bytes).values()].map((entry) => {
    const data = getCompressedBytes(bytes, entry)
    return [data.byteOffset - bytes.byteOffset, data.byteOffset - bytes.byteOffset + data.length] as const
  })
  return (at) => ranges.some(([from, to]) => at >= from && at < to)
}

/** Distance of tried bits; trying all takes minutes. */
const step = 499

test.each<[string, Uint8Array, number]>([
  ['a document number with zeros, behind a hidden sheet', zeros, 2],
  ['a payroll of Excel', fixture('nomina.xlsx'), 1],
  ['a payroll of LibreOffice', fixture('nomina.ods'), 1],
])('reads %s with a flipped bit to the same values, or rejects it', async (_, good, bits) => {
  const said = await saidBy(good)
  const inData = isData(good)
  const others: string[] = []
  for (let at = 0; at < good.length; at++) {
    if (inData(at) && at % step !== 0) continue
    for (let bit = 0; bit < bits; bit++) {
      const bytes = good.slice()
      bytes[at] = (bytes[at] as number) ^ (1 << ((at + bit * 3) % 8))
      const found = await saidBy(bytes)
      if (found !== said && !found.startsWith('file.')) others.push(`byte ${at}: ${found}`)
    }
  }
  expect(others).toEqual([])
})
