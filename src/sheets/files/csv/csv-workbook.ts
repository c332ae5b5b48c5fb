import type { Field } from '../../../domain/fields/field.ts'
import { toSheetLimitCode } from '../file-read-error.ts'
import { parseNumberFormat } from '../number-formatting.ts'
import { SheetBuilder } from '../sheet.ts'
import { StringTable } from '../string-table.ts'
import type { Workbook, WorkbookReadOptions } from '../workbook.ts'
import { CsvParser } from './csv-parser.ts'
import { detectDelimiter } from './delimiter.ts'
import { decodeToUtf8 } from './encoding.ts'

const noFields: readonly Field[] = []

/** Reads a CSV as a workbook with one sheet. Row numbers are the numbers in Excel, which does not count a `sep=` line. */
export function readCsvWorkbook(bytes: Uint8Array, name: string, options: WorkbookReadOptions): Workbook {
  const { encoding, utf8 } = decodeToUtf8(bytes, options.encoding)
  const { declared, start } = declaredDelimiter(utf8)
  const records = utf8.subarray(start)
  const firstLine = declared === undefined ? 1 : 2
  const delimiter = options.delimiter ?? declared ?? detectDelimiter(records, options.fields ?? noFields)
  const builder = new SheetBuilder(name, new StringTable(), [parseNumberFormat('General')], 1900)
  const problem = fill(builder, new CsvParser(records, delimiter, firstLine))
  if (problem) builder.problem = problem
  const sheet = builder.finish(true)
  const csv = { encoding, delimiter, declared: declared === delimiter }
  return { kind: 'csv', sheets: [sheet], hiddenSheets: [], csv }
}

function fill(builder: SheetBuilder, parser: CsvParser) {
  let row = 0
  let column = 0
  let line = 0
  try {
    parser.read({
      record: (startsOn) => {
        line = startsOn
        column = 0
        builder.startRow(++row, false)
        return true
      },
      field: (bytes, from, to) => {
        const isProtected = isProtectedText(bytes, from, to)
        builder.setText(column++, bytes, isProtected ? from + 2 : from, isProtected ? to - 1 : to)
      },
      endRecord: () => builder.endRow(column, line),
    })
  } catch (error) {
    return toSheetLimitCode(error)
  }
}

/** Returns whether a field has the form `="0012"`, which makes Excel preserve leading zeros. */
function isProtectedText(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 3 || bytes[from] !== 0x3d || bytes[from + 1] !== 0x22 || bytes[to - 1] !== 0x22) return false
  for (let i = from + 2; i < to - 1; i++) if (bytes[i] === 0x22) return false
  return true
}

/** Returns the delimiter of a leading `sep=;` line, which Excel supports, and the offset of the first record. */
function declaredDelimiter(utf8: Uint8Array): { declared?: string; start: number } {
  const head = new TextDecoder('windows-1252').decode(utf8.subarray(0, 16))
  const [line, delimiter] = /^"?sep=([^\r\n])"?(?:\r\n|\r|\n|$)/i.exec(head) ?? []
  return delimiter === undefined ? { start: 0 } : { declared: delimiter, start: line?.length ?? 0 }
}
