import { history } from 'prosemirror-history'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { EditorState, Plugin } from 'prosemirror-state'
import type { Field } from '../../domain/fields/field.ts'
import type { TemplateBodyError } from '../editor/format-errors.ts'
import { createDecorationPlugin } from './body-decorations.ts'
import { type BodyActions, createBodyKeymap } from './body-keymap.ts'
import { bodySchema } from './body-schema.ts'
import { createSourceChange, insertMarkup } from './insert-commands.ts'
import { createNormalizePlugin } from './normalize-lines.ts'
import { parseBody } from './parse-body.ts'
import { getLineSource } from './serialize-body.ts'

/** Editor state with its undo history. It is kept while the user edits the source in the text box. */
export interface BodySession {
  state: EditorState
  actions: { current: BodyActions | null }
  /** Latest bodies passed to `onChange`. The parent component may still render the editor with one of them. */
  reported: string[]
}

export function createBodySession(
  body: string,
  fields: readonly Field[],
  faults: readonly TemplateBodyError[],
): BodySession {
  const actions: BodySession['actions'] = { current: null }
  const state = EditorState.create({
    doc: parseBody(body),
    plugins: [
      ...createBodyKeymap(actions),
      history(),
      createNormalizePlugin(),
      createDecorationPlugin({ fields, faults }),
      createClipboardPlugin(),
    ],
  })
  return { state, actions, reported: [] }
}

/** Applies changes made outside the styled editor, such as in the text box. One undo reverts them. */
export function updateSession(session: BodySession, body: string) {
  const change = createSourceChange(session.state, body)
  if (change) session.state = session.state.apply(change)
}

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
const createClipboardPlugin = () =>
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
