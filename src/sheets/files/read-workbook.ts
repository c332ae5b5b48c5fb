import { maxSheetBytes } from '../../domain/batches/batch.ts'
import { readCsvWorkbook } from './csv/csv-workbook.ts'
import { detectMojibake, repairMojibake } from './csv/mojibake.ts'
import { FileReadError } from './file-read-error.ts'
import { detectFileType } from './file-type.ts'
import { readOdsWorkbook } from './ods/ods-workbook.ts'
import type { ProgressCallback, Workbook, WorkbookReadOptions } from './workbook.ts'
import { readXlsxWorkbook } from './xlsx/xlsx-workbook.ts'

/** Reads a spreadsheet from its bytes; `name` becomes the sheet name of a CSV. Throws a `FileReadError` for unsupported files. */
export async function readWorkbook(
  bytes: Uint8Array,
  name: string,
  options: WorkbookReadOptions = {},
  onProgress: ProgressCallback = () => {},
): Promise<Workbook> {
  if (bytes.length > maxSheetBytes) throw new FileReadError('file.size')
  const book = await readByType(bytes, name, options, onProgress)
  const texts = book.sheets[0]?.texts
  if (texts === undefined) throw new FileReadError('file.hiddenSheets')
  if (options.repair) {
    const mended = texts.map(repairMojibake)
    for (const sheet of book.sheets) sheet.texts = mended
  } else {
    const mojibake = detectMojibake(texts, book.csv?.encoding, options.encoding !== undefined)
    if (mojibake) book.mojibake = mojibake
  }
  requireUsableSheet(book)
  return book
}

function readByType(
  bytes: Uint8Array,
  name: string,
  options: WorkbookReadOptions,
  onProgress: ProgressCallback,
): Promise<Workbook> | Workbook {
  switch (detectFileType(bytes)) {
    case 'xlsx':
      return readXlsxWorkbook(bytes, onProgress)
    case 'ods':
      return readOdsWorkbook(bytes, onProgress)
    case 'csv':
      return readCsvWorkbook(bytes, name, options)
  }
}

/** Throws an error unless at least one sheet has rows and no problem. */
function requireUsableSheet({ sheets }: Workbook): void {
  if (sheets.some(({ problem, count }) => problem === undefined && count > 0)) return
  throw new FileReadError(sheets.find(({ problem }) => problem)?.problem ?? 'file.noRows')
}
