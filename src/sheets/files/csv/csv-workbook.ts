import type { Field } from '../../../domain/fields/field.ts'
import { toSheetLimitCode } from '../file-read-error.ts'
import { parseNumberFormat } from '../number-formatting.ts'
import { SheetBuilder } from '../sheet.ts'
import { StringTable } from '../string-table.ts'
import type { Workbook, WorkbookReadOptions } from '../workbook.ts'
import { parseCsv } from './csv-parser.ts'
import { detectDelimiter } from './delimiter.ts'
import { decodeText } from './encoding.ts'

const noFields: readonly Field[] = []

/** Leading `sep=;` line, which Excel supports. */
const separatorLine = /^"?sep=([^\r\n])"?(?:\r\n|\r|\n|$)/i
/** Field of the form `="0012"`, which makes Excel preserve leading zeros. */
const protectedText = /^="([^"]*)"$/

/** Reads a CSV as a workbook with one sheet. Row numbers are the numbers in Excel, which does not count a `sep=` line. */
export function readCsvWorkbook(bytes: Uint8Array, name: string, options: WorkbookReadOptions): Workbook {
  const { encoding, text } = decodeText(bytes, options.encoding)
  const [line = '', declared] = separatorLine.exec(text) ?? []
  const records = text.slice(line.length)
  const delimiter = options.delimiter ?? declared ?? detectDelimiter(records, options.fields ?? noFields)
  const builder = new SheetBuilder(name, new StringTable(), [parseNumberFormat('General')], 1900)
  try {
    let row = 0
    for (const { line, fields } of parseCsv(records, delimiter, declared === undefined ? 1 : 2)) {
      builder.startRow(++row, false)
      fields.forEach((field, column) => {
        builder.setText(column, field.startsWith('="') ? field.replace(protectedText, '$1') : field)
      })
      builder.endRow({ width: fields.length, line })
    }
  } catch (error) {
    builder.problem = toSheetLimitCode(error)
  }
  const csv = { encoding, delimiter, declared: declared === delimiter }
  return { kind: 'csv', sheets: [builder.finish()], hiddenSheets: [], csv }
}
