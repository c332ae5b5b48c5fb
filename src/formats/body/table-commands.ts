import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection } from 'prosemirror-state'
import { bodySchema } from './body-schema.ts'
import { getCurrentLine, isRow } from './current-line.ts'

const { nodes } = bodySchema

/** Clears the selected text within one table row but retains the cells. */
export const clearTableCells: Command = ({ selection, tr, doc }, dispatch) => {
  const { $from, $to, from, to } = selection
  if (selection.empty || !isRow($from.node(1)) || $from.before(1) !== $to.before(1) || $from.sameParent($to))
    return false
  const ranges: [number, number][] = []
  doc.nodesBetween(from, to, (node, at) => {
    if (node.type === nodes.cell) ranges.push([Math.max(from, at + 1), Math.min(to, at + 1 + node.content.size)])
  })
  for (const [start, end] of ranges.reverse()) tr.delete(start, end)
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, from)).scrollIntoView())
  return true
}

/** Returns a command that moves the cursor to the next (1) or previous (-1) cell. From the last cell, it adds a row. */
export const moveToTableCell =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const { line, index, from, to } = getCurrentLine(state)
    if (!isRow(line)) return false
    const { doc, tr, selection } = state
    const at = selection.$head.index(1) + direction
    if (at >= 0 && at < line.childCount) {
      const start = from + 1 + line.children.slice(0, at).reduce((sum, cell) => sum + cell.nodeSize, 0) + 1
      dispatch?.(
        tr.setSelection(TextSelection.create(tr.doc, start, start + line.child(at).content.size)).scrollIntoView(),
      )
      return true
    }
    const neighbor = direction > 0 ? doc.maybeChild(index + 1) : doc.maybeChild(index - 1)
    if (direction > 0 && !isRow(neighbor)) return addTableRow(1)(state, dispatch)
    if (!neighbor || !isRow(neighbor)) return false
    const position = direction > 0 ? to + 2 : from - 2
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, position)).scrollIntoView())
    return true
  }

/** Returns a command that moves the cursor down (1) or up (-1) in its column, or out of the table. */
export const moveToTableRow =
  (direction: -1 | 1): Command =>
  (state, dispatch, view) => {
    const { line, index, from, to } = getCurrentLine(state)
    if (!isRow(line) || !view?.endOfTextblock(direction > 0 ? 'down' : 'up')) return false
    const neighbor = state.doc.maybeChild(index + direction)
    if (!neighbor) return false
    const start = direction > 0 ? to : from - neighbor.nodeSize
    const column = Math.min(state.selection.$head.index(1), neighbor.childCount - 1)
    const skipped = isRow(neighbor)
      ? neighbor.children.slice(0, column).reduce((sum, cell) => sum + cell.nodeSize, 1)
      : 0
    const place = isRow(neighbor) ? neighbor.child(column) : neighbor
    const offset = Math.min(state.selection.$head.parentOffset, place.content.size)
    const position = start + 1 + skipped + offset
    dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, position)).scrollIntoView())
    return true
  }

export const addTableRow =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const { line, from, to } = getCurrentLine(state)
    if (!isRow(line)) return false
    const at = direction > 0 ? to : from
    const { tr } = state
    tr.insert(
      at,
      nodes.row.create(
        null,
        line.children.map(() => nodes.cell.create()),
      ),
    )
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at + 2)).scrollIntoView())
    return true
  }

export const deleteTableRow: Command = (state, dispatch) => {
  const { line, from, to } = getCurrentLine(state)
  if (!isRow(line)) return false
  const { tr } = state
  tr.replaceWith(
    from,
    to,
    isRow(state.doc.resolve(to).nodeAfter) || isRow(state.doc.resolve(from).nodeBefore) ? [] : nodes.paragraph.create(),
  )
  dispatch?.(
    tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(from + 1, tr.doc.content.size)))).scrollIntoView(),
  )
  return true
}

/** Returns the rows of the table at the cursor. Lines with only section tags do not end a table. */
function listTableRows(state: EditorState): { row: Node; from: number }[] {
  const { index } = getCurrentLine(state)
  const { doc } = state
  const belongs = (at: number) => {
    const line = doc.maybeChild(at)
    return (
      isRow(line) ||
      (line?.type === nodes.paragraph && line.childCount > 0 && line.children.every(({ type }) => type === nodes.tag))
    )
  }
  let [first, last] = [index, index]
  while (belongs(first - 1)) first--
  while (belongs(last + 1)) last++
  const rows: { row: Node; from: number }[] = []
  doc.forEach((row, from, at) => {
    if (at >= first && at <= last && isRow(row)) rows.push({ row, from })
  })
  return rows
}

/** Returns a command that adds a table column after (1) or before (-1) the current column, or deletes it (0). */
export const changeTableColumn =
  (change: -1 | 0 | 1): Command =>
  (state, dispatch) => {
    const { line } = getCurrentLine(state)
    if (!isRow(line)) return false
    const column = state.selection.$head.index(1)
    const rows = listTableRows(state)
    if (change === 0 && rows.some(({ row }) => row.childCount < 2)) return false
    const { tr } = state
    for (const { row, from } of rows.reverse()) {
      const cells = [...row.children]
      if (change === 0) cells.splice(column, 1)
      else cells.splice(Math.min(cells.length, column + (change > 0 ? 1 : 0)), 0, nodes.cell.create())
      tr.replaceWith(from, from + row.nodeSize, nodes.row.create(null, cells))
    }
    const caret = tr.mapping.map(getCurrentLine(state).from, -1)
    const target = tr.doc.resolve(caret).nodeAfter
    const at = Math.min((target?.childCount ?? 1) - 1, column + (change > 0 ? 1 : 0))
    const skipped = target?.children.slice(0, at).reduce((sum, cell) => sum + cell.nodeSize, 0) ?? 0
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, caret + 2 + skipped)).scrollIntoView())
    return true
  }
