import type { EditorState } from 'prosemirror-state'
import { bodySchema } from './body-schema.ts'

interface TagAtCursor {
  position: number
  source: string
}

export function findTagAtCursor({ selection: { $from, $to, from, empty } }: EditorState): TagAtCursor | null {
  const isTag = (node: typeof $from.nodeAfter) => node?.type === bodySchema.nodes.tag
  const { nodeAfter, nodeBefore } = $from
  if (nodeAfter && isTag(nodeAfter) && ($to.pos === from + 1 || empty))
    return { position: from, source: nodeAfter.attrs.source as string }
  if (nodeBefore && isTag(nodeBefore) && empty) return { position: from - 1, source: nodeBefore.attrs.source as string }
  return null
}
