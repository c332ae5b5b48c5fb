import { Fragment, type Node } from 'prosemirror-model'
import { parseTag } from '../../domain/documents/template-tag.ts'
import { bodySchema } from './body-schema.ts'
import { markDelimiters, serializeLine } from './serialize-body.ts'

const { nodes, marks } = bodySchema
const pieces = /\{\{[^{}]*\}\}|\*\*/g

/** Returns the content of a tag between its braces: `{{ a }}` → ` a `. */
export const getTagContent = (source: string) => source.slice(2, -2)

/** Parses a body into a document with one node per line. `serializeBody` returns exactly the same text again. */
export function parseBody(text: string): Node {
  return nodes.doc.create(null, text.split('\n').map(parseLine))
}

/** Parses a line. Returns a `raw` line if the styled form would be saved as different markup. */
export function parseLine(source: string): Node {
  const styled = parseStyledLine(source)
  if (styled && serializeLine(styled).text === source) return styled
  return nodes.raw.create(null, source ? bodySchema.text(source) : null)
}

function parseStyledLine(source: string): Node | null {
  const heading = /^(#{1,2}) /.exec(source)
  if (heading) return nodes.heading.create({ level: heading[1]?.length }, parseInline(source.slice(heading[0].length)))
  const item = /^(\{\{[^{}]*\}\}) /.exec(source)
  if (item?.[1] && isItemTag(item[1]))
    return nodes.item.create({ tag: item[1] }, parseInline(source.slice(item[0].length)))
  if (source.startsWith('|')) return parseRow(source)
  // Documents ignore leading spaces before this markup, but a paragraph node would preserve them as text.
  if (/^\s+(#{1,2}\s|\||\{\{)/.test(source) || /^#{1,2}\s/.test(source)) return null
  const first = /^\{\{[^{}]*\}\}/.exec(source)?.[0]
  if (first && isItemTag(first)) return null
  return nodes.paragraph.create(null, parseInline(source))
}

function isItemTag(source: string) {
  const read = parseTag(getTagContent(source))
  return typeof read === 'object' && read.is === 'item'
}

/** Parses a table row: `| Una | Otra |`. Returns `null` for separator rows, which documents do not print. */
function parseRow(source: string): Node | null {
  if (!/^\| .*\|$/.test(source)) return null
  // Masks the `|` inside tags such as `{{valor|moneda}}`, because these do not separate cells.
  const hidden = source.replace(/\{\{[^{}]*\}\}/g, (tag) => tag.replaceAll('|', '\n'))
  const cells = hidden
    .slice(2, -1)
    .split('|')
    .map((cell) => cell.replaceAll('\n', '|'))
  if (cells.every((cell) => /^ ?:?-{2,}:? ?$/.test(cell))) return null
  const trimmed = cells.map((cell, index) => (index ? cell.replace(/^ /, '') : cell).replace(/ $/, ''))
  return nodes.row.create(
    null,
    trimmed.map((cell) => nodes.cell.create(null, parseInline(cell))),
  )
}

/** Parses the text of a line with its tags, bold and italics. An unmatched last `**` stays as text, as in documents. */
export function parseInline(source: string): Fragment {
  const found = source.match(pieces) ?? []
  const paired = (markup: string) => {
    const count = found.filter((piece) => piece === markup).length
    return count - (count % 2)
  }
  const left = new Map(markDelimiters.map(([mark, markup]) => [mark, paired(markup)]))
  const on = new Set<string>()
  const content: Node[] = []
  const current = () => markDelimiters.filter(([mark]) => on.has(mark)).map(([mark]) => marks[mark].create())
  const put = (text: string) => text && content.push(bodySchema.text(text, current()))
  let end = 0
  for (const match of source.matchAll(pieces)) {
    const [piece] = match
    put(source.slice(end, match.index))
    end = match.index + piece.length
    const mark = markDelimiters.find(([, markup]) => markup === piece)?.[0]
    const rest = mark ? (left.get(mark) ?? 0) : 0
    if (mark && rest > 0) {
      left.set(mark, rest - 1)
      if (!on.delete(mark)) on.add(mark)
    } else if (piece === '**') put(piece)
    else content.push(nodes.tag.create({ source: piece }, null, current()))
  }
  put(source.slice(end))
  return Fragment.fromArray(content)
}
