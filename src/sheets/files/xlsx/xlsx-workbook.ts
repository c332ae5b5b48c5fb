import { FileReadError, toSheetLimitCode } from '../file-read-error.ts'
import { fillMergedCells } from '../merged-cells.ts'
import { getBuiltinFormatCode, type NumberFormat, parseNumberFormat } from '../number-formatting.ts'
import { originSheetName } from '../row-stamp.ts'
import { isInvisible, type Sheet, SheetBuilder } from '../sheet.ts'
import { StringTable } from '../string-table.ts'
import { maxSheets, type ProgressCallback, type Workbook } from '../workbook.ts'
import { TextBuffer } from '../xml/xml-parser.ts'
import { findChild, findDescendants, readXmlTree } from '../xml/xml-tree.ts'
import { findRelatedPart, readRelations } from '../zip/relations.ts'
import { parseXmlPart, ZipReader } from '../zip/zip-reader.ts'
import { blankTextId, type XlsxMetadata, XlsxSheetHandler } from './xlsx-sheet.ts'

/** Reads the sheets of an XLSX or XLSM workbook. Reads the stored results of formulas. */
export async function readXlsxWorkbook(bytes: Uint8Array, onProgress: ProgressCallback): Promise<Workbook> {
  const zip = new ZipReader(bytes, (packed) => onProgress(packed, bytes.length))
  const path = findRelatedPart(await readRelations(zip, ''), 'officeDocument') ?? 'xl/workbook.xml'
  const workbook = await readXmlTree(zip, path)
  const declared = findDescendants(workbook, 'sheet')
  if (declared.length > maxSheets) throw new FileReadError('file.expands')
  const relations = await readRelations(zip, path)
  const { date1904 = '' } = findChild(workbook, 'workbookPr')?.attributes ?? {}
  const base = ['1', 'true'].includes(date1904) ? 1904 : 1900
  const { formats, styles } = await readStyles(zip, findRelatedPart(relations, 'styles'))
  const texts = new StringTable()
  const shared = await readSharedStrings(zip, findRelatedPart(relations, 'sharedStrings'), texts)
  const facts = { shared, styles, base, dateFormats: formats.map(({ kind }) => kind === 'date') } satisfies XlsxMetadata

  const sheets: Sheet[] = []
  const book: Workbook = { kind: 'xlsx', sheets, hiddenSheets: [] }
  for (const { attributes } of declared) {
    const { name: title = '', state, id = '' } = attributes
    if (id === '') continue
    const relation = relations.get(id)
    if (!relation) throw new FileReadError('file.damaged')
    if (relation.type !== 'worksheet') continue
    const isHidden = state === 'hidden' || state === 'veryHidden'
    if (isHidden && title !== originSheetName) {
      book.hiddenSheets.push(title)
      continue
    }
    const sheet = await readSheet(zip, relation.target, new SheetBuilder(title, texts, formats, base), facts)
    if (isHidden) book.origin = sheet
    else sheets.push(sheet)
  }
  return book
}

async function readSheet(zip: ZipReader, path: string, builder: SheetBuilder, facts: XlsxMetadata): Promise<Sheet> {
  const problem = await parseXmlPart(zip, path, new XlsxSheetHandler(builder, facts)).catch(toSheetLimitCode)
  if (problem) builder.problem = problem
  const sheet = builder.finish()
  fillMergedCells(sheet)
  return sheet
}

/** Reads cell styles and number formats. Throws if a declared part is missing, because zeros would be lost. */
async function readStyles(
  zip: ZipReader,
  path: string | undefined,
): Promise<{ formats: NumberFormat[]; styles: number[] }> {
  const formats = [parseNumberFormat('General')]
  const styles: number[] = []
  const own = new Map<string, string>()
  const places = new Map<string, number>()
  let inCells = false
  const style = (id: string): number => {
    const code = own.get(id) ?? getBuiltinFormatCode(Number(id))
    const place = places.get(code) ?? (code === 'General' ? 0 : formats.push(parseNumberFormat(code)) - 1)
    places.set(code, place)
    return place
  }
  if (path === undefined) return { formats, styles }
  await parseXmlPart(zip, path, {
    open: (name, tag) => {
      if (name === 'cellXfs') inCells = true
      if (name === 'numFmt') {
        const { numFmtId = '', formatCode = '' } = tag.attributes()
        own.set(numFmtId, formatCode)
      }
      if (name === 'xf' && inCells) styles.push(style(tag.attributes().numFmtId ?? '0'))
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
    text: () => {},
  })
  return { formats, styles }
}

/** Reads the shared strings that cells reference by index. Omits phonetic readings of East Asian texts. */
async function readSharedStrings(zip: ZipReader, path: string | undefined, texts: StringTable): Promise<number[]> {
  const shared: number[] = []
  if (path === undefined) return shared
  let capture = false
  let inPhonetic = false
  const buffer = new TextBuffer()
  await parseXmlPart(zip, path, {
    open: (name) => {
      if (name === 'si') buffer.length = 0
      if (name === 'rPh') inPhonetic = true
      if (name === 't') capture = !inPhonetic
    },
    close: (name) => {
      if (name === 't') capture = false
      if (name === 'rPh') inPhonetic = false
      if (name !== 'si') return
      const text = buffer.toUnescapedText()
      shared.push(isInvisible(text) ? blankTextId : texts.add(text))
    },
    text: (bytes, from, to, literal) => {
      if (capture) buffer.append(bytes, from, to, literal)
    },
  })
  return shared
}
