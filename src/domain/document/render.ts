import { errors } from '../errors.ts'
import type { Field, Values } from '../field.ts'
import type { Align, Block, Run } from './blocks.ts'
import { DocumentTooLarge, type ExpandedLine, expand, type Piece } from './expand.ts'
import { parseTemplate } from './template.ts'

/** As `render`, for a screen: of a document past the budget the sentence that says so. */
export function preview(body: string, fields: readonly Field[], values: Values): Block[] {
  try {
    return render(body, fields, values)
  } catch (error) {
    if (!(error instanceof DocumentTooLarge)) throw error
    return [{ kind: 'paragraph', runs: [{ text: errors[error.message], bold: true }] }]
  }
}

/** A body with its values, as blocks; throws `DocumentTooLarge`. `values` hold the computed ones too; a value is never read as markup. */
export function render(body: string, fields: readonly Field[], values: Values): Block[] {
  const blocks: Block[] = []
  let paragraph: Piece[] = []
  let table: ExpandedLine[] = []

  function end() {
    if (paragraph.length) blocks.push({ kind: 'paragraph', runs: runsOf(paragraph) })
    if (table.length) blocks.push(tableOf(table))
    paragraph = []
    table = []
  }

  for (const whole of expand(parseTemplate(body).nodes, fields, values)) {
    const line = trimmed(whole.filter((piece) => piece.text || piece.missing !== undefined))
    const start = line[0]?.literal ? line[0].text : ''
    const heading = /^(#{1,2})\s+/.exec(start)
    if (!line.some(isVisible)) {
      // A line emptied by a section that does not show is no blank line of the author's.
      if (whole.every((piece) => piece.literal)) end()
    } else if (heading) {
      end()
      const runs = runsOf([{ text: start.slice(heading[0].length), literal: true }, ...line.slice(1)])
      blocks.push({ kind: 'heading', level: heading[1] === '#' ? 1 : 2, runs })
    } else if (start.startsWith('|')) {
      if (!table.length) end()
      table.push(line)
    } else {
      if (table.length) end()
      if (paragraph.length) paragraph.push({ text: '\n', literal: true })
      paragraph.push(...line)
    }
  }
  end()
  return blocks
}

function isVisible(piece: Piece) {
  return piece.text.trim() !== '' || piece.missing !== undefined
}

function trimmed(line: ExpandedLine): ExpandedLine {
  return line.map((piece, index) => {
    if (!piece.literal || (index > 0 && index < line.length - 1)) return piece
    const text = index === 0 ? piece.text.trimStart() : piece.text
    return { text: index === line.length - 1 ? text.trimEnd() : text, literal: true }
  })
}

/** Pairs of `**` in the author's own text switch bold; one without its pair stays as it is. */
function runsOf(line: ExpandedLine): Run[] {
  const marks = line.reduce((sum, { literal, text }) => sum + (literal ? text.split('**').length - 1 : 0), 0)
  let left = marks - (marks % 2)
  let bold = false
  const runs: Run[] = []
  for (const { text, literal, key, missing } of line) {
    if (!literal) {
      if (missing !== undefined) runs.push({ text, bold, key, missing })
      else if (text) runs.push({ text, bold, key })
      continue
    }
    if (!marks) {
      if (text) runs.push({ text, bold })
      continue
    }
    text.split('**').forEach((part, index) => {
      const paired = index > 0 && left > 0
      if (paired) {
        bold = !bold
        left--
      }
      const said = index > 0 && !paired ? `**${part}` : part
      if (said) runs.push({ text: said, bold })
    })
  }
  return runs
}

function tableOf(lines: readonly ExpandedLine[]): Block {
  const all = lines.map(cellsOf).filter((cells) => !cells.every(isRule))
  const width = Math.max(...all.map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, index) => index)
  const [first, ...rest] = all
  const rows = rest.map((cells) => columns.map((index) => runsOf(cells[index] ?? [])))
  const header = columns.map((index) => runsOf(first?.[index] ?? []))
  return {
    kind: 'table',
    header: header.some((runs) => runs.length) ? header : null,
    rows,
    align: columns.map((index) => alignOf(rest.map((cells) => cells[index] ?? []))),
  }
}

/** Only the author's own `|` parts cells. */
function cellsOf(line: ExpandedLine): ExpandedLine[] {
  const cells: ExpandedLine[] = []
  for (const piece of line) {
    const parts = piece.literal ? piece.text.split('|') : [piece.text]
    parts.forEach((text, index) => {
      if (index || !cells.length) cells.push([])
      if (text || piece.missing !== undefined) cells.at(-1)?.push({ ...piece, text })
    })
  }
  const open = cells.slice(1).map(trimmed)
  return open.at(-1)?.some(isVisible) ? open : open.slice(0, -1)
}

/** The line of dashes that other template languages put under a header. */
function isRule(cell: ExpandedLine) {
  return cell.length === 1 && cell[0]?.literal === true && /^:?-{2,}:?$/.test(cell[0].text)
}

function alignOf(cells: readonly ExpandedLine[]): Align {
  const values = cells.map((cell) => cell.filter((piece) => piece.key !== undefined)).filter((found) => found.length)
  return values.length && values.every((found) => found.length === 1 && found[0]?.numeric) ? 'end' : 'start'
}
