import type { Book, Progress } from './book.ts'
import { applyMerges } from './merges.ts'
import { OdsContent } from './ods-content.ts'
import { ReadingError } from './reading-error.ts'
import { Zip } from './zip.ts'
import { parsePart } from './zip-part.ts'

/** Sheets of an OpenDocument spreadsheet. */
export async function readOds(bytes: Uint8Array, onProgress: Progress): Promise<Book> {
  const zip = new Zip(bytes, (packed) => onProgress(packed, bytes.length))
  await refuseEncrypted(zip)
  const content = new OdsContent()
  await parsePart(zip, 'content.xml', content)
  for (const sheet of content.sheets) applyMerges(sheet)
  return { kind: 'ods', sheets: content.sheets, hiddenSheets: content.hiddenSheets }
}

async function refuseEncrypted(zip: Zip): Promise<void> {
  await parsePart(zip, 'META-INF/manifest.xml', {
    open: (name) => {
      if (name === 'encryption-data') throw new ReadingError('file.encrypted')
    },
    close: () => {},
    text: () => {},
  })
}
