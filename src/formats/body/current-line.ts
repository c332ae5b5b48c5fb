import type { Node } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { bodySchema } from './body-schema.ts'

const { nodes } = bodySchema

interface CurrentLine {
  line: Node
  index: number
  from: number
  to: number
}

/** Returns the line with the moving end of the selection (`$head`). */
export function getCurrentLine({ selection: { $head } }: EditorState): CurrentLine {
  const from = $head.depth ? $head.before(1) : $head.pos
  const line = $head.node(1) ?? $head.doc.firstChild
  return { line, index: $head.index(0), from, to: from + line.nodeSize }
}

export const isEmptyParagraph = (line: Node) => line.type === nodes.paragraph && line.content.size === 0
export const isRow = (line: Node | null | undefined) => line?.type === nodes.row

interface TagAtCursor {
  position: number
  source: string
}

/** Returns the tag before or after the cursor, or the selected tag if the selection has exactly one. */
export function findTagAtCursor({ selection: { $from, $to, from, empty } }: EditorState): TagAtCursor | null {
  const isTag = (node: typeof $from.nodeAfter) => node?.type === bodySchema.nodes.tag
  const { nodeAfter, nodeBefore } = $from
  if (nodeAfter && isTag(nodeAfter) && ($to.pos === from + 1 || empty))
    return { position: from, source: nodeAfter.attrs.source as string }
  if (nodeBefore && isTag(nodeBefore) && empty) return { position: from - 1, source: nodeBefore.attrs.source as string }
  return null
}
