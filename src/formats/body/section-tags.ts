import type { Node } from 'prosemirror-model'
import { parseTag } from '../../domain/documents/template-tag.ts'
import { getTagContent } from './parse-body.ts'

/**
 * Returns the positions of the tags that start, divide and end a section, if the tag at `position` starts or ends it. For other tags, returns only
 * their own position.
 */
export function findTagPositions(doc: Node, position: number): number[] {
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
