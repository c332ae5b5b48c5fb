import { maxFileBytes } from '../../domain/batches/batch.ts'
import type { Book, OnProgress, ReadingOptions } from './book.ts'
import { readCsvBook } from './csv/csv.ts'
import { findMojibake, repair } from './csv/mojibake.ts'
import { fileKind } from './file-kind.ts'
import { readOds } from './ods/ods.ts'
import { ReadingError } from './reading-error.ts'
import { readXlsx } from './xlsx/xlsx.ts'

/** Reads a spreadsheet from its bytes; `name` becomes the sheet name of a CSV. Throws a `ReadingError` for unsupported files. */
export async function readFile(
  bytes: Uint8Array,
  name: string,
  options: ReadingOptions = {},
  onProgress: OnProgress = () => {},
): Promise<Book> {
  if (bytes.length > maxFileBytes) throw new ReadingError('file.size')
  const book = await readKind(bytes, name, options, onProgress)
  const texts = book.sheets[0]?.texts
  if (texts === undefined) throw new ReadingError('file.hiddenSheets')
  if (options.repair) {
    const mended = texts.map(repair)
    for (const sheet of book.sheets) sheet.texts = mended
  } else {
    const mojibake = findMojibake(texts, book.csv?.encoding, options.encoding !== undefined)
    if (mojibake) book.mojibake = mojibake
  }
  refuseUseless(book)
  return book
}

function readKind(
  bytes: Uint8Array,
  name: string,
  options: ReadingOptions,
  onProgress: OnProgress,
): Promise<Book> | Book {
  switch (fileKind(bytes)) {
    case 'xlsx':
      return readXlsx(bytes, onProgress)
    case 'ods':
      return readOds(bytes, onProgress)
    case 'csv':
      return readCsvBook(bytes, name, options)
  }
}

/** Throws if no sheet is usable; a single usable sheet is enough. */
function refuseUseless({ sheets }: Book): void {
  if (sheets.some(({ problem, count }) => problem === undefined && count > 0)) return
  throw new ReadingError(sheets.find(({ problem }) => problem)?.problem ?? 'file.noRows')
}
