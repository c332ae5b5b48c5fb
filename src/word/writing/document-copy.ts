import {
  type Block,
  type ListBlock,
  type SignaturesBlock,
  splitLines,
  type TableBlock,
  type TableCell,
  type TextRun,
} from '../../domain/documents/blocks.ts'
import {
  type DocumentModel,
  documentTexts,
  formatAnnulmentNote,
  getDocumentKindLabel,
} from '../../domain/documents/document.ts'
import { getLetterheadLines, letterheadSeparator } from '../../domain/documents/issuer.ts'
import { getPageFrame } from '../../domain/documents/page-setup.ts'
import { replaceAmounts } from '../../domain/money/currency-text.ts'
import { formatLongDate } from '../../domain/time/date.ts'
import { toColumnWidths } from './column-widths.ts'
import { writeWordArchive } from './word-archive.ts'
import { type OutputParagraph, pageBreak, writeParagraph, writeRun, writeTable, writeTabStop } from './word-xml.ts'

type CopySource = Pick<
  DocumentModel,
  'organisation' | 'format' | 'number' | 'date' | 'kind' | 'annulledOn' | 'annulReason' | 'blocks' | 'page'
>

/** Mark in the header of every page. */
const copyMark = 'Copia editable, sin validez'
const twipsPerCentimetre = 567

/** Writes a document as an editable Word document without validity. Clause and list numbers become text. Images are omitted. */
export function writeDocumentCopy(model: CopySource): Promise<Blob> {
  const { organisation, format, number, date, blocks, page } = model
  const measure = getPageFrame(page).measure * 20
  const label = number ? `${documentTexts.number} ${number}` : documentTexts.noNumber
  const note = formatAnnulmentNote(model)
  const lines = [
    ...(organisation.name.trim() ? [writeRun(organisation.name, { bold: true })] : []),
    ...getLetterheadLines(organisation, page.country).map((parts) => writeRun(parts.join(letterheadSeparator))),
  ]
  const head = [
    ...lines.map((run, index) => writeParagraph(run, { align: 'start', isAttached: index > 0 })),
    writeParagraph(writeRun(`${label}\n${formatLongDate(date)}`), { align: 'end' }),
    ...(note ? [writeParagraph(writeRun(note, { bold: true }), { align: 'start' })] : []),
  ]
  const body = blocks.map((block, index) => {
    const written = writeBlock(block, measure)
    // Word joins tables that follow each other without a paragraph between them.
    return block.kind === 'table' && blocks[index + 1]?.kind === 'table' ? written + writeParagraph('') : written
  })
  const mark = [copyMark, getDocumentKindLabel(model)].filter(Boolean).join(' · ')
  return writeWordArchive({
    title: `${format.name} · ${copyMark}`,
    page,
    body: [...head, ...body, writeParagraph('')].join(''),
    numbering: '',
    header: writeParagraph(writeRun(mark, { bold: true, style: 'FormatoMarca' }), { align: 'center' }),
  })
}

function writeBlock(block: Block, measure: number): string {
  if (block.kind === 'table') return writeTableBlock(block, measure)
  if (block.kind === 'list') return writeList(block, measure)
  if (block.kind === 'signatures') return writeSignatures(block, measure)
  if (block.kind === 'page') return writeParagraph(pageBreak)
  const style = block.kind === 'heading' ? (block.level === 1 ? 'Ttulo' : 'Ttulo1') : undefined
  // A paragraph for each line, because a line break would stretch the line before it in justified text.
  return splitLines(block.runs)
    .map((runs, index) =>
      writeText(runs, measure, { ...(style && { style }), align: block.align, isAttached: index > 0 }),
    )
    .join('')
}

/** Writes a paragraph with the tab stops of its runs. A tab without a position takes the free width of the line. */
function writeText(runs: readonly TextRun[], measure: number, properties: OutputParagraph): string {
  const stops = runs.flatMap(({ tab }) => {
    if (!tab) return []
    const { leader, position } = tab
    return position === null
      ? writeTabStop(measure, leader, 'right')
      : writeTabStop(position * twipsPerCentimetre, leader, 'left')
  })
  const tabs = stops.length ? `<w:tabs>${[...new Set(stops)].join('')}</w:tabs>` : ''
  return writeParagraph(runs.map(writeTextRun).join(''), { tabs, ...properties })
}

/** Writes a run. A no-break space is between a currency symbol and its amount. */
const writeTextRun = ({ text, bold, italic, underline }: TextRun) =>
  writeRun(
    replaceAmounts(text, (symbol, digits) => `${symbol}\u00a0${digits}`),
    { bold, italic: italic === true, underline: underline === true },
  )

function writeList({ items }: ListBlock, measure: number): string {
  return items
    .map(({ tag, marker, runs }, index) => {
      const indent = `<w:ind w:left="${(tag.level + 1) * 480}" w:hanging="480"/>`
      return writeText([{ text: `${marker}\t`, bold: false }, ...runs], measure, { indent, isAttached: index > 0 })
    })
    .join('')
}

function writeTableBlock({ header, rows, align, shares, totals }: TableBlock, measure: number): string {
  const cell = ({ runs, span = 1, align: own }: TableCell, column: number, isTotal: boolean) => ({
    content: writeText(isTotal ? runs.map((run) => ({ ...run, bold: true })) : runs, measure, {
      style: 'FormatoCelda',
      align: own ?? align[column],
    }),
    span,
  })
  const row = (cells: readonly TableCell[], isTotal = false) => {
    let column = 0
    return cells.map((one) => {
      const written = cell(one, column, isTotal)
      column += written.span
      return written
    })
  }
  const body = rows.map((cells, index) => ({ cells: row(cells, index >= rows.length - totals) }))
  const head = header ? [{ cells: row(header), isHeader: true }] : []
  return writeTable([...head, ...body], toColumnWidths(shares ?? [], align.length, measure), false)
}

const rule = '<w:pBdr><w:top w:val="single" w:sz="6" w:space="4" w:color="auto"/></w:pBdr>'
const space = '<w:spacing w:before="900"/>'

/** Writes signatures one below the other, each below a rule. Electronic signatures have no rule. */
function writeSignatures({ entries }: SignaturesBlock, measure: number): string {
  return entries
    .map(({ lines, isElectronic }) =>
      lines
        .map((runs, index) =>
          writeText(runs, measure, {
            align: 'start',
            isAttached: index > 0,
            keepsNext: index < lines.length - 1,
            ...(index === 0 && {
              spacing: space,
              indent: '<w:ind w:right="4200"/>',
              ...(!isElectronic && { border: rule }),
            }),
          }),
        )
        .join(''),
    )
    .join('')
}
