import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { getColumnMapping } from '../../src/domain/batches/column-matching.ts'
import { createCentralDirectory, createLocalHeader } from '../../src/domain/documents/zip.ts'
import type { Field, ValidationContext } from '../../src/domain/fields/field.ts'
import { getCellText } from '../../src/sheets/files/cell.ts'
import { getCell, type Sheet } from '../../src/sheets/files/sheet.ts'
import type { WorkbookReadOptions } from '../../src/sheets/files/workbook.ts'
import { getCompressedBytes, readCentralDirectory } from '../../src/sheets/files/zip/zip-directory.ts'
import type { QuestionAnswers } from '../../src/sheets/reading/column-question.ts'
import type { RowView } from '../../src/sheets/validation/conversion-overview.ts'
import { SheetSession } from '../../src/sheets/worker/sheet-session.ts'

export const context: ValidationContext = { today: '2025-06-01', country: 'CO' }

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

export const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures/sheets', name)))

type Parts = Record<string, string | Uint8Array>

/** Returns a deflated ZIP archive; `lie` changes the sizes and checksums in its directory. */
export function zip(parts: Parts, lie: (entry: { size: number; crc: number }) => void = () => {}): Uint8Array {
  const chunks: Uint8Array[] = []
  const entries = []
  let offset = 0
  for (const [name, part] of Object.entries(parts)) {
    const bytes = typeof part === 'string' ? bytesOf(part) : part
    const packed = deflateRawSync(bytes, { level: 1 })
    const entry = { name, crc: crc32(bytes), size: bytes.length, packed: packed.length, offset }
    lie(entry)
    const header = createLocalHeader(entry)
    chunks.push(header, packed)
    entries.push(entry)
    offset += header.length + packed.length
  }
  return new Uint8Array(Buffer.concat([...chunks, ...createCentralDirectory(entries, offset)]))
}

export function unzip(bytes: Uint8Array): Record<string, string> {
  const parts = [...readCentralDirectory(bytes).values()].map((entry) => {
    const data = getCompressedBytes(bytes, entry)
    return [entry.name, (entry.method === 0 ? Buffer.from(data) : inflateRawSync(data)).toString()]
  })
  return Object.fromEntries(parts)
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`

interface Workbook {
  /** Content of `<worksheet>`, by sheet name. */
  sheets: Record<string, string>
  /** Attributes of sheets, such as `state="hidden"`. */
  states?: Record<string, string>
  /** Content of `<sst>`. */
  shared?: string
  /** Number formats of the cell styles from 1 on. */
  formats?: string[]
  properties?: string
}

/** Returns a minimal workbook that Excel can open. */
export function workbook({ sheets, states = {}, shared = '', formats = [], properties = '' }: Workbook): Uint8Array {
  const names = Object.keys(sheets)
  const escaped = formats.map((code) => code.replace(/&/g, '&amp;').replace(/"/g, '&quot;'))
  return zip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${office}">${properties}<sheets>${names
      .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" ${states[name] ?? ''} r:id="s${i}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, i) => relation(`s${i}`, 'worksheet', `worksheets/sheet${i}.xml`))
      .join(
        '',
      )}${relation('st', 'styles', 'styles.xml')}${relation('ss', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${escaped
      .map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`)
      .join(
        '',
      )}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, i) => `<xf numFmtId="${164 + i}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${shared}</sst>`,
    ...Object.fromEntries(
      names.map((name, i) => [`xl/worksheets/sheet${i}.xml`, `<worksheet>${sheets[name]}</worksheet>`]),
    ),
  })
}

/** Returns `<sheetData>` with inline texts, numbers and XML cells. */
export function rowsXml(rows: (string | number | { xml: string } | null)[][]): string {
  const cell = (value: string | number | { xml: string } | null): string => {
    if (value === null) return '<c/>'
    if (typeof value === 'number') return `<c><v>${value}</v></c>`
    if (typeof value === 'object') return value.xml
    const text = value.replace(/&/g, '&amp;').replace(/</g, '&lt;')
    return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  }
  return `<sheetData>${rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('')}</sheetData>`
}

/** Returns the displayed texts of a sheet by row. */
export function textsOf(sheet: Sheet): string[][] {
  return Array.from({ length: sheet.count }, (_, index) =>
    Array.from({ length: sheet.width }, (_, column) => getCellText(getCell(sheet, index, column))),
  )
}

interface Choice {
  options?: Omit<WorkbookReadOptions, 'fields'>
  answers?: QuestionAnswers
  includeHidden?: boolean
  context?: ValidationContext
}

/** Imports a file up to its rows, with automatic column mapping. */
export async function convertSheet(fields: readonly Field[], bytes: Uint8Array, choice: Choice = {}) {
  const session = new SheetSession(fields, choice.context ?? context)
  const book = await session.open(bytes, 'archivo', choice.options)
  const summary = session.chooseSheet({ sheet: book.proposed })
  const mapping = getColumnMapping(summary.columns)
  const { answers = {}, includeHidden = false } = choice
  const { questions } = session.analyzeColumns(mapping, answers)
  const overview = session.convert({ mapping, answers, includeHidden })
  session.rows.applyFilter('all')
  const rows = session.rows.getRows(0, 1_000)
  return { session, book, summary, mapping, questions, overview, rows }
}

/** Returns the rows of a CSV as they would be sent. */
export async function convertRowsToSend(fields: readonly Field[], bytes: Uint8Array, choice: Choice = {}) {
  const { session } = await convertSheet(fields, bytes, choice)
  return session.rows.getRowChunk(0).rows
}

/** Returns the texts, errors and warnings of a column. */
export const columnOf = (rows: readonly RowView[], key: string) =>
  rows.map(({ cells }) => {
    const { text = '', error, warning } = cells[key] ?? {}
    return [text, error ?? warning ?? '']
  })
