import type { Node } from 'prosemirror-model'
import { type Command, TextSelection, type Transaction } from 'prosemirror-state'
import { parseTag } from '../../domain/documents/template-tag.ts'
import { bodySchema } from './body-schema.ts'
import { getCurrentLine, isEmptyParagraph, isRow } from './current-line.ts'
import { createTextSelection } from './normalize-lines.ts'
import { getTagContent, parseInline, parseLine } from './parse-body.ts'
import { getLineSource, getSourceOffset } from './serialize-body.ts'
import { addTableRow, moveToTableCell } from './table-commands.ts'

const { nodes } = bodySchema

/** Deletes the whole tag before (-1) or after (1) the cursor; all tags of its section if it starts or ends one. */
export const deleteTag =
  (direction: -1 | 1): Command =>
  ({ selection, doc, tr }, dispatch) => {
    const { $head, empty, head } = selection
    const tag = direction < 0 ? $head.nodeBefore : $head.nodeAfter
    if (!empty || tag?.type !== nodes.tag) return false
    const positions = findTagPositions(doc, direction < 0 ? head - 1 : head)
    for (const position of positions.reverse()) {
      const $tag = tr.doc.resolve(position)
      const isAlone = $tag.parent.type === nodes.paragraph && $tag.parent.childCount === 1 && tr.doc.childCount > 1
      if (isAlone && positions.length > 1) tr.delete($tag.before(1), $tag.after(1))
      else tr.delete(position, position + 1)
    }
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** Returns a command that moves the cursor, or with `extend` the end of the selection, over the next tag. */
export const moveOverTag =
  (direction: -1 | 1, extend = false): Command =>
  ({ selection, tr }, dispatch) => {
    const { $head, anchor, empty, head } = selection
    const tag = direction < 0 ? $head.nodeBefore : $head.nodeAfter
    if (tag?.type !== nodes.tag || (!empty && !extend)) return false
    const to = head + direction
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, extend ? anchor : to, to)).scrollIntoView())
    return true
  }

/** Splits the line at the cursor. A heading is followed by a paragraph. An empty item or row ends its list or table. */
export const splitLine: Command = (state, dispatch) => {
  const { tr } = state
  if (!state.selection.empty) tr.deleteSelection()
  const { $head } = tr.selection
  const line = $head.node(1)
  const [from, to] = [$head.before(1), $head.after(1)]
  if (isRow(line)) {
    if (line.textContent) return addTableRow(1)(state, dispatch)
    tr.replaceWith(from, to, nodes.paragraph.create())
    tr.setSelection(TextSelection.create(tr.doc, from + 1))
  } else if (line.type === nodes.item && !line.content.size) {
    tr.replaceWith(from, to, nodes.paragraph.create()).setSelection(TextSelection.create(tr.doc, from + 1))
  } else {
    const isTitleStart = line.type === nodes.heading && $head.parentOffset === 0 && line.content.size > 0
    if (isTitleStart) tr.insert(from, nodes.paragraph.create())
    else tr.split($head.pos, 1, line.type === nodes.heading ? [{ type: nodes.paragraph }] : undefined)
  }
  dispatch?.(tr.scrollIntoView())
  return true
}

/** Handles Backspace at the start of a line or cell: makes it a paragraph, or joins it to the previous line. */
export const joinLineBackward: Command = (state, dispatch) => {
  const { selection, doc, tr } = state
  const { $head, empty } = selection
  if (!empty || $head.parentOffset > 0 || $head.depth === 0) return false
  const { line, index, from, to } = getCurrentLine(state)
  const before = index > 0 ? doc.child(index - 1) : null
  if (line.type === nodes.heading || line.type === nodes.item) {
    dispatch?.(
      tr
        .replaceWith(from, to, nodes.paragraph.create(null, line.content))
        .setSelection(TextSelection.create(tr.doc, from + 1)),
    )
  } else if (isRow(line)) {
    if (line.textContent || $head.index(1) > 0) return moveToTableCell(-1)(state, dispatch) || true
    dispatch?.(tr.replaceWith(from, to, nodes.paragraph.create()).setSelection(TextSelection.create(tr.doc, from + 1)))
  } else if (isRow(before)) {
    if (isEmptyParagraph(line) && index < doc.childCount - 1) tr.delete(from, to)
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, from - 2)).scrollIntoView())
  } else if (before) dispatch?.(joinLines(tr, before, line, from))
  return true
}

/** Handles Delete at the end of a line or cell: joins the next line to it. */
export const joinLineForward: Command = (state, dispatch) => {
  const { selection, doc, tr } = state
  const { $head, empty } = selection
  if (!empty || $head.depth === 0 || $head.parentOffset < $head.parent.content.size) return false
  const { line, index, from, to } = getCurrentLine(state)
  const next = index < doc.childCount - 1 ? doc.child(index + 1) : null
  if (isRow(line) || !next) return true
  if (isRow(next)) {
    if (isEmptyParagraph(line)) dispatch?.(tr.delete(from, to).setSelection(TextSelection.create(tr.doc, from + 2)))
  } else dispatch?.(joinLines(tr, line, next, to))
  return true
}

/** Joins two lines; `between`: document position between them. */
function joinLines(tr: Transaction, before: Node, after: Node, between: number): Transaction {
  const from = between - before.nodeSize
  const to = between + after.nodeSize
  // Joins a line shown as source with another line as text, because it has no nodes for its markup.
  const isRaw = before.type === nodes.raw || after.type === nodes.raw
  const joined = isRaw
    ? parseLine(getLineSource(before) + getLineSource(after))
    : isEmptyParagraph(before)
      ? after
      : before.type.create(before.attrs, before.content.append(after.content))
  const caret = isRaw ? getSourceOffset(tr.doc, between - 1) : 0
  tr.replaceWith(from, to, joined)
  const selection = isRaw
    ? createTextSelection(tr.doc, caret, caret)
    : TextSelection.create(tr.doc, isEmptyParagraph(before) ? from + 1 : between - 1)
  return tr.setSelection(selection).scrollIntoView()
}

export const setLineType =
  (name: 'paragraph' | 'heading' | 'item', attrs: Record<string, unknown> = {}): Command =>
  ({ selection, doc, tr }, dispatch) => {
    const changes: [number, Node][] = []
    doc.nodesBetween(selection.from, selection.to, (line, from) => {
      if (['paragraph', 'heading', 'item'].includes(line.type.name)) changes.push([from, line])
      return false
    })
    for (const [from, line] of changes) if (line.isTextblock) tr.setNodeMarkup(from, nodes[name], attrs)
    if (changes.length) dispatch?.(tr.scrollIntoView())
    return changes.length > 0
  }

const alignTags = /^\{\{\s*(?:al centro|a la derecha|a la izquierda)\s*\}\} ?/

/** Returns a command that aligns the selected lines by a tag at their start; `''` removes the tag. */
export const alignLines =
  (tag: string): Command =>
  ({ selection, doc, tr }, dispatch) => {
    const lines: [number, Node][] = []
    doc.nodesBetween(selection.from, selection.to, (line, from) => {
      if (line.type === nodes.paragraph || line.type === nodes.heading) lines.push([from + 1, line])
      return false
    })
    for (const [from, line] of lines.reverse()) {
      const before = alignTags.exec(line.textContent)?.[0] ?? ''
      // Also removes the space after the tag. A tag has length 1.
      const end = before ? from + (before.endsWith(' ') ? 2 : 1) : from
      tr.replaceWith(from, end, parseInline(tag))
    }
    if (lines.length) dispatch?.(tr.scrollIntoView())
    return lines.length > 0
  }

/** Returns the positions of the tags of a section, if the tag at `position` starts or ends it; else its own. */
function findTagPositions(doc: Node, position: number): number[] {
  const open: { key: string; positions: number[] }[] = []
  let found = [position]
  doc.descendants((node, at) => {
    if (node.type.name !== 'tag') return
    const tag = parseTag(getTagContent(node.attrs.source as string))
    if (typeof tag === 'string') return
    const top = open.at(-1)
    if (tag.is === 'if') open.push({ key: 'si', positions: [at] })
    else if (tag.is === 'open') open.push({ key: tag.key, positions: [at] })
    else if (tag.is === 'else' && top?.key === 'si') top.positions.push(at)
    else if (tag.is === 'close' && top?.key === tag.key) {
      open.pop()
      if (position === at || position === top.positions[0]) found = [...top.positions, at]
    }
  })
  return found
}
