import { archive } from './archive.ts'
import { type SheetOut, sheetXml } from './sheet-xml.ts'
import { stylesXml } from './styles-xml.ts'
import { attribute } from './xml-text.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** An xlsx workbook; texts are string cells, so that nothing in them is ever run. */
export function workbook(sheets: readonly SheetOut[]): Promise<Uint8Array<ArrayBuffer>> {
  return archive([
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
    ['xl/styles.xml', [head, stylesXml(main)]],
    ...sheets.map((sheet, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheetXml(head, main, sheet)] as const),
  ])
}

function contentTypes(sheets: number): string {
  const part = (name: string, kind: string) => `<Override PartName="/xl/${name}" ContentType="${content}.${kind}+xml"/>`
  const parts = Array.from({ length: sheets }, (_, i) => part(`worksheets/sheet${i + 1}.xml`, 'worksheet'))
  return `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml', 'sheet.main')}${part('styles.xml', 'styles')}${parts.join('')}</Types>`
}

function rels(...targets: (readonly [id: string, kind: string, target: string])[]): string {
  const lines = targets.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`,
  )
  return `${head}<Relationships xmlns="${packages}/relationships">${lines.join('')}</Relationships>`
}

function workbookXml(sheets: readonly SheetOut[]): string {
  const lines = sheets.map(({ name, hidden }, i) => {
    const state = hidden ? ' state="hidden"' : ''
    return `<sheet name="${attribute(sheetName(name))}" sheetId="${i + 1}"${state} r:id="sheet${i + 1}"/>`
  })
  return `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${lines.join('')}</sheets></workbook>`
}

function sheetName(name: string): string {
  return Array.from(name.replace(/[\\/?*[\]:]|^'|'$/g, ''))
    .slice(0, 31)
    .join('')
}
