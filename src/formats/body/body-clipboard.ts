import { Fragment, type Node, Slice } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { bodySchema } from './body-schema.ts'
import { insertMarkup } from './insert-commands.ts'
import { parseBody } from './parse-body.ts'
import { getLineSource } from './serialize-body.ts'

const { nodes } = bodySchema

/** Returns the source of copied or pasted content. Part of a line is copied without the line's markup, such as `# `. */
export function serializeSlice(slice: Slice): string {
  let { content, openStart, openEnd } = slice
  while (openStart > 0 && openEnd > 0 && content.childCount === 1) {
    content = content.firstChild?.content ?? Fragment.empty
    openStart--
    openEnd--
  }
  const first = content.firstChild
  if (!first) return ''
  if (first.isInline) return getLineSource(nodes.paragraph.create(null, content))
  if (first.type === nodes.cell) return getLineSource(nodes.row.create(null, content))
  const isPartial = (line: Node) => slice.openStart > 0 && line === first && line.type === nodes.heading
  return content.content
    .map((line) => getLineSource(isPartial(line) ? nodes.paragraph.create(null, line.content) : line))
    .join('\n')
}

/** Plugin that copies markup as text, and converts pasted markup and pasted styled text to lines and tags. */
export const createClipboardPlugin = () =>
  new Plugin({
    props: {
      clipboardTextSerializer: serializeSlice,
      clipboardTextParser: (text) => new Slice(parseBody(text.replace(/\r\n?/g, '\n')).content, 0, 0),
      handlePaste(view, _event, slice) {
        const source = serializeSlice(slice)
        return source !== '' && insertMarkup(source)(view.state, view.dispatch)
      },
    },
  })
