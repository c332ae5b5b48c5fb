import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import { parseLine } from './parse-body.ts'
import { getDocumentPosition, getLineSource, getSourceOffset, markDelimiters, serializeBody } from './serialize-body.ts'

const normalLines = new WeakSet<Node>()

/** Parses a line's source again. Returns the resulting lines, or `null` if they equal the line. */
function getNormalLines(line: Node): Node[] | null {
  if (normalLines.has(line)) return null
  const lines = getLineSource(line).split('\n').map(parseLine)
  if (lines.length > 1 || !lines[0]?.eq(line)) return lines
  normalLines.add(line)
  return null
}

/** Returns a transaction that converts markup typed or pasted as text to styled lines; `null` if there is none. */
function normalizeBodyLines(state: EditorState): Transaction | null {
  const { tr, doc, selection } = state
  const changes: { from: number; to: number; lines: Node[] }[] = []
  doc.forEach((line, from) => {
    const lines = getNormalLines(line)
    if (lines) changes.push({ from, to: from + line.nodeSize, lines })
  })
  if (!changes.length) return null
  const [anchor, head] = [selection.anchor, selection.head].map((position) => getSourceOffset(doc, position))
  const source = serializeBody(doc).slice(0, head)
  for (const { from, to, lines } of changes.reverse()) tr.replaceWith(from, to, lines)
  // The conversion leaves the source unchanged, so the source offsets of the selection remain valid.
  return (
    tr
      .setSelection(createTextSelection(tr.doc, anchor ?? 0, head ?? 0))
      // Removes bold and italics from text typed next, if the cursor is after markup that ends them.
      .setStoredMarks(selection.empty && markDelimiters.some(([, markup]) => source.endsWith(markup)) ? [] : null)
  )
}

/** Returns a selection between two source offsets. */
export function createTextSelection(doc: Node, anchor: number, head: number): TextSelection {
  return TextSelection.create(doc, getDocumentPosition(doc, anchor), getDocumentPosition(doc, head))
}

/** Plugin that restyles changed lines, so that typed markup becomes styled. Waits for the end of a composition. */
export const createNormalizePlugin = () =>
  new Plugin({
    appendTransaction(transactions, _, state) {
      const isComposing = transactions.some((transaction) => transaction.getMeta('composition') !== undefined)
      return isComposing ? null : normalizeBodyLines(state)
    },
  })
