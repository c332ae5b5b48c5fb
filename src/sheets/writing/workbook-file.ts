import {
  escapeXmlAttribute,
  generateSheetXml,
  type OutputSheet,
  spreadsheetNamespace,
  xmlDeclaration,
} from './sheet-xml.ts'
import { formatStylesXml } from './styles-xml.ts'
import { buildZipArchive, type CompressedEntry, compressEntry } from './zip-archive.ts'

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

type Named = Pick<OutputSheet, 'name' | 'hidden'>

/** Writes an XLSX workbook. Texts become string cells, so that Excel never executes them as formulas. */
export async function buildWorkbook(sheets: readonly OutputSheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: CompressedEntry[] = []
  for (const [i, sheet] of sheets.entries()) parts.push(await compressEntry(getSheetPath(i), generateSheetXml(sheet)))
  return new Uint8Array(await (await assembleWorkbook(sheets, parts)).arrayBuffer())
}

/** Returns the path of a sheet in the archive; `index` is zero-based. */
export const getSheetPath = (index: number) => `xl/worksheets/sheet${index + 1}.xml`

/** Assembles a workbook from compressed sheets. `parts`: XML of the sheets, in the order of `sheets`. */
export async function assembleWorkbook(sheets: readonly Named[], parts: readonly CompressedEntry[]): Promise<Blob> {
  const around: [name: string, pieces: string[]][] = [
    ['[Content_Types].xml', [formatContentTypes(sheets.length)]],
    ['_rels/.rels', [formatRelationships(['rId1', 'officeDocument', 'xl/workbook.xml'])]],
    ['xl/workbook.xml', [formatWorkbookXml(sheets)]],
    [
      'xl/_rels/workbook.xml.rels',
      [
        formatRelationships(
          ['styles', 'styles', 'styles.xml'],
          ...sheets.map((_, i) => [`sheet${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`] as const),
        ),
      ],
    ],
    ['xl/styles.xml', [xmlDeclaration, formatStylesXml(spreadsheetNamespace)]],
  ]
  const first: CompressedEntry[] = []
  for (const [name, pieces] of around) first.push(await compressEntry(name, pieces))
  return buildZipArchive([...first, ...parts])
}

function formatContentTypes(sheets: number): string {
  const part = (name: string, kind: string) => `<Override PartName="/xl/${name}" ContentType="${content}.${kind}+xml"/>`
  const parts = Array.from({ length: sheets }, (_, i) => part(`worksheets/sheet${i + 1}.xml`, 'worksheet'))
  return `${xmlDeclaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml', 'sheet.main')}${part('styles.xml', 'styles')}${parts.join('')}</Types>`
}

function formatRelationships(...targets: (readonly [id: string, kind: string, target: string])[]): string {
  const lines = targets.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`,
  )
  return `${xmlDeclaration}<Relationships xmlns="${packages}/relationships">${lines.join('')}</Relationships>`
}

function formatWorkbookXml(sheets: readonly Named[]): string {
  const lines = sheets.map(({ name, hidden }, i) => {
    const state = hidden ? ' state="hidden"' : ''
    return `<sheet name="${escapeXmlAttribute(toSheetName(name))}" sheetId="${i + 1}"${state} r:id="sheet${i + 1}"/>`
  })
  return `${xmlDeclaration}<workbook xmlns="${spreadsheetNamespace}" xmlns:r="${relations}"><sheets>${lines.join('')}</sheets></workbook>`
}

/** Returns a valid Excel sheet name: no forbidden characters, at most 31 characters. */
export function toSheetName(name: string): string {
  return Array.from(name.replace(/[\\/?*[\]:]|^'|'$/g, ''))
    .slice(0, 31)
    .join('')
}
