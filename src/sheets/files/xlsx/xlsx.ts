import { type Book, maxSheets, type OnProgress } from '../book.ts'
import { applyMerges } from '../merges.ts'
import { builtinCode, type NumberFormat, numberFormat } from '../number-format.ts'
import { originSheet } from '../origin.ts'
import { ReadingError, tooLarge } from '../reading-error.ts'
import { type Sheet, SheetBuilder } from '../sheet.ts'
import { Texts } from '../texts.ts'
import { parsePart, Zip } from '../zip/zip.ts'
import { type XlsxFacts, XlsxSheet } from './xlsx-sheet.ts'
import { readSharedTexts } from './xlsx-texts.ts'

type Attributes = Record<string, string>

/** Maximum number of sheets or relations in one part; each sheet has a relation, and some have more. */
const maxElements = 10 * maxSheets

/** Reads the sheets of an XLSX or XLSM workbook. Formulas give their stored result. */
export async function readXlsx(bytes: Uint8Array, onProgress: OnProgress): Promise<Book> {
  const zip = new Zip(bytes, (packed) => onProgress(packed, bytes.length))
  const path = await workbookPath(zip)
  const workbook = await elements(zip, path, ['workbookPr', 'sheet'])
  const relations = await relationsOf(zip, path)
  const base = workbook.some(([, { date1904 }]) => date1904 === '1' || date1904 === 'true') ? 1904 : 1900
  const { formats, styles } = await readStyles(zip, pathOf(relations, 'styles'))
  const texts = new Texts()
  const shared = await readSharedTexts(zip, pathOf(relations, 'sharedStrings'), texts)
  const facts = { shared, styles, base, dateFormats: formats.map(({ kind }) => kind === 'date') } satisfies XlsxFacts

  if (workbook.filter(([name]) => name === 'sheet').length > maxSheets) throw new ReadingError('file.expands')
  const sheets: Sheet[] = []
  const book: Book = { kind: 'xlsx', sheets, hiddenSheets: [] }
  for (const [name, { name: title = '', state, id = '' }] of workbook) {
    if (name !== 'sheet' || id === '') continue
    const relation = relations.get(id)
    if (!relation) throw new ReadingError('file.damaged')
    if (!relation.type.endsWith('/worksheet')) continue
    const isHidden = state === 'hidden' || state === 'veryHidden'
    if (isHidden && title !== originSheet) {
      book.hiddenSheets.push(title)
      continue
    }
    const sheet = await readSheet(zip, relation.path, new SheetBuilder(title, texts, formats, base), facts)
    if (isHidden) book.origin = sheet
    else sheets.push(sheet)
  }
  return book
}

async function readSheet(zip: Zip, path: string, builder: SheetBuilder, facts: XlsxFacts): Promise<Sheet> {
  const problem = await parsePart(zip, path, new XlsxSheet(builder, facts)).catch(tooLarge)
  if (problem) builder.problem = problem
  const sheet = builder.finish()
  applyMerges(sheet)
  return sheet
}

async function elements(zip: Zip, path: string, names: string[]): Promise<[string, Attributes][]> {
  const found: [string, Attributes][] = []
  await parsePart(zip, path, {
    open: (name, tag) => {
      if (!names.includes(name)) return
      if (found.length === maxElements) throw new ReadingError('file.expands')
      found.push([name, tag.attributes()])
    },
    close: () => {},
    text: () => {},
  })
  return found
}

type Relations = Map<string, { type: string; path: string }>

async function relationsOf(zip: Zip, path: string): Promise<Relations> {
  const folder = folderOf(path)
  const found = await elements(zip, relationsPath(path), ['Relationship'])
  return new Map(
    found.map(([, { Id = '', Type = '', Target = '' }]) => [Id, { type: Type, path: resolve(folder, Target) }]),
  )
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

function relationsPath(path: string): string {
  const folder = folderOf(path)
  return `${folder}_rels/${path.slice(folder.length)}.rels`
}

function resolve(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const parts = (folder + target).split('/')
  const path: string[] = []
  for (const part of parts) {
    if (part === '..') path.pop()
    else if (part !== '.') path.push(part)
  }
  return path.join('/')
}

async function workbookPath(zip: Zip): Promise<string> {
  const usual = 'xl/workbook.xml'
  return zip.has(relationsPath('')) ? (pathOf(await relationsOf(zip, ''), 'officeDocument') ?? usual) : usual
}

function pathOf(relations: Relations, kind: string): string | undefined {
  return [...relations.values()].find(({ type }) => type.endsWith(`/${kind}`))?.path
}

/**
 * Reads cell styles and number formats. The styles part is optional. Fails if a referenced part is missing, because zero-padded numbers would lose
 * zeros.
 */
async function readStyles(zip: Zip, path: string | undefined): Promise<{ formats: NumberFormat[]; styles: number[] }> {
  const formats = [numberFormat('General')]
  const styles: number[] = []
  const own = new Map<string, string>()
  const places = new Map<string, number>()
  let inCells = false
  const style = (id: string): number => {
    const code = own.get(id) ?? builtinCode(Number(id))
    const place = places.get(code) ?? (code === 'General' ? 0 : formats.push(numberFormat(code)) - 1)
    places.set(code, place)
    return place
  }
  if (path === undefined) return { formats, styles }
  await parsePart(zip, path, {
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
