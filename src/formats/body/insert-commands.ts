import { Fragment, type Node, Slice } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { bodySchema } from './body-schema.ts'
import { getCurrentLine, isEmptyParagraph, isRow } from './current-line.ts'
import { createTextSelection } from './normalize-lines.ts'
import { parseBody, parseInline, parseLine } from './parse-body.ts'
import { getSourceOffset, serializeBody, serializeLine } from './serialize-body.ts'
import { clearTableCells } from './table-commands.ts'

const { nodes } = bodySchema

/** Returns a command that replaces the selection with source text. Several lines split the current line. */
export const insertMarkup =
  (source: string): Command =>
  (state, dispatch) => {
    const { tr } = state
    if (
      !state.selection.empty &&
      !clearTableCells(state, (cleared) => cleared.steps.forEach((step) => void tr.step(step)))
    )
      tr.deleteSelection()
    const { $head } = tr.selection
    const parent = $head.parent
    const line = $head.node(1)
    const inCell = parent.type === nodes.cell
    const text = inCell ? source.replace(/\s*\n\s*/g, ' ') : source
    if (parent.type === nodes.raw && !text.includes('\n')) tr.insertText(text)
    else if (inCell || (!text.includes('\n') && !isEmptyParagraph(line)))
      tr.replaceSelection(new Slice(Fragment.from(parseInline(text)), 0, 0))
    else {
      const [start, end] = [line.cut(0, $head.parentOffset), line.cut($head.parentOffset)]
      const before = start.content.size || line.type !== nodes.paragraph ? serializeLine(start).text : ''
      const after = serializeLine(nodes.paragraph.create(null, end.content)).text
      const caret =
        getSourceOffset(tr.doc, $head.before(1) + 1) -
        (serializeLine(line).offsets[0] ?? 0) +
        before.length +
        text.length
      tr.replaceWith($head.before(1), $head.after(1), parseBody(before + text + after).children)
      tr.setSelection(createTextSelection(tr.doc, caret, caret))
    }
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** Returns a command that inserts lines after the current line, or instead of an empty one. Moves the cursor to the first place to type. */
export const insertLines =
  (source: string): Command =>
  (state, dispatch) => {
    const { line, from, to } = getCurrentLine(state)
    const { tr } = state
    const at = isEmptyParagraph(line) ? from : to
    const lines = parseBody(source).children
    tr.replaceWith(at, to, lines)
    const end = at + lines.reduce((sum, one) => sum + one.nodeSize, 0)
    let caret = end - 1
    tr.doc.nodesBetween(at, end, (node, position) => {
      if (node.isTextblock && !node.content.size && caret === end - 1) caret = position + 1
    })
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(caret), -1)).scrollIntoView())
    return true
  }

/** Returns a command that wraps the selection in two tags, on lines of their own around whole lines. */
export const wrapInTags =
  (open: string, close: string, alone = false): Command =>
  (state, dispatch) => {
    const { selection, tr } = state
    const { $from, $to, from, to } = selection
    const [first, last] = [$from.node(1), $to.node(1)]
    const isWithinLine = $from.before(1) === $to.before(1)
    if (isWithinLine && isEmptyParagraph(first)) return insertLines(`${open}\n\n${close}`)(state, dispatch)
    if (!isWithinLine || alone || isRow(first)) {
      const [start, end] = [$from.before(1), $to.after(1)]
      tr.insert(end, parseLine(close)).insert(start, parseLine(open))
      const shift = parseLine(open).nodeSize
      dispatch?.(tr.setSelection(TextSelection.create(tr.doc, from + shift, to + shift)).scrollIntoView())
      return true
    }
    if (first.type === nodes.raw || last.type === nodes.raw) tr.insertText(close, to).insertText(open, from)
    else tr.insert(to, parseInline(close)).insert(from, parseInline(open))
    const size = first.type === nodes.raw ? open.length : parseInline(open).size
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, from + size, to + size)).scrollIntoView())
    return true
  }

export function replaceTag(state: EditorState, position: number, source: string): Transaction {
  const { tr, doc } = state
  const tag = doc.nodeAt(position)
  if (tag?.type !== nodes.tag) return tr
  const changed = nodes.tag.create({ source }, null, tag.marks)
  return tr.replaceWith(position, position + 1, changed).setSelection(TextSelection.create(tr.doc, position + 1))
}

/** Returns a transaction that replaces only the lines that differ from `source`; `null` if none differs. */
export function createSourceChange(state: EditorState, source: string): Transaction | null {
  const before = state.doc.children
  if (serializeBody(state.doc) === source) return null
  const after = parseBody(source).children
  let start = 0
  while (start < before.length && start < after.length && before[start]?.eq(after[start] as Node)) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end)?.eq(after.at(-1 - end) as Node)) end++
  const size = (lines: readonly Node[]) => lines.reduce((sum, line) => sum + line.nodeSize, 0)
  const from = size(before.slice(0, start))
  const to = state.doc.content.size - size(before.slice(before.length - end))
  return state.tr.replaceWith(from, to, after.slice(start, after.length - end))
}
