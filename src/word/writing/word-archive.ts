import type { PageSetup } from '../../domain/documents/page.ts'
import { getPageFrame } from '../../domain/documents/page-setup.ts'
import { buildZipArchive, type CompressedEntry, compressEntry } from '../../sheets/writing/zip-archive.ts'
import { tagStyleName } from '../tag-style.ts'
import { escapeWordAttribute, escapeWordText } from './word-xml.ts'

/** Media type of Word documents. */
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Id of the character style of tags. */
export const tagStyleId = 'FormatoMarca'

interface WordSource {
  title: string
  page: PageSetup
  /** Paragraphs and tables. */
  body: string
  /** Numbering definitions and lists. */
  numbering: string
  /** Paragraphs of the header of every page. */
  header?: string
  /** Paragraphs of the footer of every page. */
  footer?: string
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const content = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** Writes a Word document (.docx). */
export async function writeWordArchive({ title, page, body, numbering, header, footer }: WordSource): Promise<Blob> {
  const around = { ...(header && { header }), ...(footer && { footer }) }
  const parts = ['styles', 'numbering', 'settings', ...Object.keys(around)]
  const roots = { header: 'hdr', footer: 'ftr' } as const
  const files: [name: string, xml: string][] = [
    ['[Content_Types].xml', formatContentTypes(parts)],
    ['_rels/.rels', formatRelationships([`${office}/officeDocument`, 'word/document.xml'], [coreType, coreName])],
    [coreName, formatCoreProperties(title)],
    [
      'word/document.xml',
      `<w:document ${namespaces}><w:body>${body}${formatSection(page, around)}</w:body></w:document>`,
    ],
    [
      'word/_rels/document.xml.rels',
      formatRelationships(...parts.map((part) => [`${office}/${part}`, `${part}.xml`] as const)),
    ],
    ['word/styles.xml', `<w:styles ${namespaces}>${formatStyles(page)}</w:styles>`],
    ['word/numbering.xml', `<w:numbering ${namespaces}>${numbering}</w:numbering>`],
    [
      'word/settings.xml',
      `<w:settings ${namespaces}><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`,
    ],
  ]
  for (const [part, inside] of Object.entries(around)) {
    const root = roots[part as keyof typeof roots]
    files.push([`word/${part}.xml`, `<w:${root} ${namespaces}>${inside}</w:${root}>`])
  }
  const entries: CompressedEntry[] = []
  for (const [name, xml] of files) entries.push(await compressEntry(name, [declaration, xml]))
  return new Blob([buildZipArchive(entries)], { type: wordType })
}

const coreName = 'docProps/core.xml'
const coreType = `${packages}/relationships/metadata/core-properties`

function formatCoreProperties(title: string): string {
  return `<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeWordText(title)}</dc:title><dc:language>es</dc:language></cp:coreProperties>`
}

function formatContentTypes(parts: readonly string[]): string {
  const overrides = parts.map((part) => `<Override PartName="/word/${part}.xml" ContentType="${content}.${part}+xml"/>`)
  return `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${coreName}" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/word/document.xml" ContentType="${content}.document.main+xml"/>${overrides.join('')}</Types>`
}

function formatRelationships(...targets: (readonly [type: string, target: string])[]): string {
  const lines = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${packages}/relationships">${lines.join('')}</Relationships>`
}

/** Ids of the parts before the header: styles, numbering and settings. */
const partsBefore = 3

function formatSection(page: PageSetup, around: Partial<Record<'header' | 'footer', string>>): string {
  const { width, height, top, bottom, left } = getPageFrame(page)
  const twips = (points: number) => Math.round(points * 20)
  const references = Object.keys(around).map(
    (part, at) => `<w:${part}Reference w:type="default" r:id="rId${partsBefore + 1 + at}"/>`,
  )
  return `<w:sectPr>${references.join('')}<w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"/><w:pgMar w:top="${twips(height - top)}" w:right="${twips(left)}" w:bottom="${twips(bottom)}" w:left="${twips(left)}" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>`
}

function formatStyles({ textSize, isJustified, country }: PageSetup): string {
  const size = (points: number) => `<w:sz w:val="${points * 2}"/><w:szCs w:val="${points * 2}"/>`
  const heading = (id: string, name: string, level: number, look: string, points: number) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/>${look}<w:outlineLvl w:val="${level}"/></w:pPr><w:rPr><w:b/><w:bCs/>${size(points)}</w:rPr></w:style>`
  const edge = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="999999"/>`
  return [
    `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Georgia" w:hAnsi="Georgia" w:eastAsia="Georgia" w:cs="Times New Roman"/>${size(textSize)}<w:lang w:val="es-${escapeWordAttribute(country)}"/></w:rPr></w:rPrDefault></w:docDefaults>`,
    `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:before="160" w:after="0" w:line="276" w:lineRule="auto"/>${isJustified ? '<w:jc w:val="both"/>' : ''}</w:pPr></w:style>`,
    heading('Ttulo', 'Title', 0, '<w:spacing w:before="240" w:after="120"/><w:jc w:val="center"/>', textSize + 4),
    heading('Ttulo1', 'heading 1', 1, '<w:spacing w:before="280"/><w:jc w:val="left"/>', textSize + 0.5),
    `<w:style w:type="paragraph" w:styleId="FormatoCelda"><w:name w:val="Celda"/><w:basedOn w:val="Normal"/><w:pPr><w:spacing w:before="40" w:after="40" w:line="240" w:lineRule="auto"/><w:jc w:val="left"/></w:pPr></w:style>`,
    `<w:style w:type="character" w:styleId="${tagStyleId}"><w:name w:val="${tagStyleName}"/><w:rPr><w:color w:val="1F5FA8"/></w:rPr></w:style>`,
    `<w:style w:type="table" w:default="1" w:styleId="Tablanormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>`,
    `<w:style w:type="table" w:styleId="FormatoTabla"><w:name w:val="Tabla de formato"/><w:basedOn w:val="Tablanormal"/><w:tblPr><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(edge).join('')}</w:tblBorders></w:tblPr><w:tblStylePr w:type="firstRow"><w:rPr><w:b/><w:bCs/></w:rPr></w:tblStylePr></w:style>`,
  ].join('')
}
