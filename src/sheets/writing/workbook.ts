import { archive, type Packed, packed } from './archive.ts'
import { mainSpace, type SheetOut, sheetXml, xmlHead } from './sheet-xml.ts'
import { stylesXml } from './styles-xml.ts'
import { attribute } from './xml-text.ts'

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

type Named = Pick<SheetOut, 'name' | 'hidden'>

/** Writes an XLSX workbook. Texts are string cells, so that no formula runs. */
export async function workbook(sheets: readonly SheetOut[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Packed[] = []
  for (const [i, sheet] of sheets.entries()) parts.push(await packed(sheetPath(i), sheetXml(sheet)))
  return new Uint8Array(await (await workbookOf(sheets, parts)).arrayBuffer())
}

/** Returns the path of a sheet in the archive; `index` is zero-based. */
export const sheetPath = (index: number) => `xl/worksheets/sheet${index + 1}.xml`

/** Builds a workbook from finished sheets; `parts` are in the order of `sheets`. */
export async function workbookOf(sheets: readonly Named[], parts: readonly Packed[]): Promise<Blob> {
  const around: [name: string, pieces: string[]][] = [
    ['[Content_Types].xml', [contentTypes(sheets.length)]],
    ['_rels/.rels', [rels(['rId1', 'officeDocument', 'xl/workbook.xml'])]],
    ['xl/workbook.xml', [workbookXml(sheets)]],
    [
      'xl/_rels/workbook.xml.rels',
      [
        rels(
          ['styles', 'styles', 'styles.xml'],
          ...sheets.map((_, i) => [`sheet${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`] as const),
        ),
      ],
    ],
    ['xl/styles.xml', [xmlHead, stylesXml(mainSpace)]],
  ]
  const first: Packed[] = []
  for (const [name, pieces] of around) first.push(await packed(name, pieces))
  return archive([...first, ...parts])
}

function contentTypes(sheets: number): string {
  const part = (name: string, kind: string) => `<Override PartName="/xl/${name}" ContentType="${content}.${kind}+xml"/>`
  const parts = Array.from({ length: sheets }, (_, i) => part(`worksheets/sheet${i + 1}.xml`, 'worksheet'))
  return `${xmlHead}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml', 'sheet.main')}${part('styles.xml', 'styles')}${parts.join('')}</Types>`
}

function rels(...targets: (readonly [id: string, kind: string, target: string])[]): string {
  const lines = targets.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`,
  )
  return `${xmlHead}<Relationships xmlns="${packages}/relationships">${lines.join('')}</Relationships>`
}

function workbookXml(sheets: readonly Named[]): string {
  const lines = sheets.map(({ name, hidden }, i) => {
    const state = hidden ? ' state="hidden"' : ''
    return `<sheet name="${attribute(sheetName(name))}" sheetId="${i + 1}"${state} r:id="sheet${i + 1}"/>`
  })
  return `${xmlHead}<workbook xmlns="${mainSpace}" xmlns:r="${relations}"><sheets>${lines.join('')}</sheets></workbook>`
}

/** Returns a valid Excel sheet name: no forbidden characters, at most 31 characters. */
export function sheetName(name: string): string {
  return Array.from(name.replace(/[\\/?*[\]:]|^'|'$/g, ''))
    .slice(0, 31)
    .join('')
}
