import type { Book, Progress } from '../book.ts'
import { applyMerges } from '../merges.ts'
import { builtinCode, type NumberFormat, numberFormat } from '../number-format.ts'
import { ReadingError } from '../reading-error.ts'
import type { Sheet } from '../sheet.ts'
import { SheetBuilder } from '../sheet-builder.ts'
import { Texts } from '../texts.ts'
import { tooLarge } from '../too-large.ts'
import { Zip } from '../zip/zip.ts'
import { parsePart } from '../zip/zip-part.ts'
import { type XlsxFacts, XlsxSheet } from './xlsx-sheet.ts'
import { readSharedTexts } from './xlsx-texts.ts'

type Attributes = Record<string, string>

/** Sheets of an Office Open XML workbook, macros or not; formulas give what they gave last. */
export async function readXlsx(bytes: Uint8Array, onProgress: Progress): Promise<Book> {
  const zip = new Zip(bytes, (packed) => onProgress(packed, bytes.length))
  const path = await workbookPath(zip)
  const workbook = await elements(zip, path, ['workbookPr', 'sheet'])
  const relations = await relationsOf(zip, path)
  const base = workbook.some(([, { date1904 }]) => date1904 === '1' || date1904 === 'true') ? 1904 : 1900
  const { formats, styles } = await readStyles(zip, pathOf(relations, 'styles'))
  const texts = new Texts()
  const shared = await readSharedTexts(zip, pathOf(relations, 'sharedStrings'), texts)
  const facts = { shared, styles, base, dateFormats: formats.map(({ kind }) => kind === 'date') } satisfies XlsxFacts

  const sheets: Sheet[] = []
  const hiddenSheets: string[] = []
  for (const [name, { name: title = '', state, id = '' }] of workbook) {
    const relation = relations.get(id)
    if (name !== 'sheet' || !relation?.type.endsWith('/worksheet')) continue
    if (state === 'hidden' || state === 'veryHidden') hiddenSheets.push(title)
    else sheets.push(await readSheet(zip, relation.path, new SheetBuilder(title, texts, formats, base), facts))
  }
  return { kind: 'xlsx', sheets, hiddenSheets }
}

async function readSheet(zip: Zip, path: string, builder: SheetBuilder, facts: XlsxFacts): Promise<Sheet> {
  if (!zip.has(path)) throw new ReadingError('file.damaged')
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
      if (names.includes(name)) found.push([name, tag.attributes()])
    },
    close: () => {},
    text: () => {},
  })
  return found
}

type Relations = Map<string, { type: string; path: string }>

async function relationsOf(zip: Zip, path: string): Promise<Relations> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const found = await elements(zip, `${folder}_rels/${path.slice(folder.length)}.rels`, ['Relationship'])
  return new Map(
    found.map(([, { Id = '', Type = '', Target = '' }]) => [Id, { type: Type, path: resolve(folder, Target) }]),
  )
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
  return pathOf(await relationsOf(zip, ''), 'officeDocument') || 'xl/workbook.xml'
}

function pathOf(relations: Relations, kind: string): string {
  return [...relations.values()].find(({ type }) => type.endsWith(`/${kind}`))?.path ?? ''
}

async function readStyles(zip: Zip, path: string): Promise<{ formats: NumberFormat[]; styles: number[] }> {
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
