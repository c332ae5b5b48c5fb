import { history } from 'prosemirror-history'
import { EditorState } from 'prosemirror-state'
import type { Field } from '../../domain/fields/field.ts'
import type { TemplateBodyError } from '../editor/format-errors.ts'
import { createClipboardPlugin } from './body-clipboard.ts'
import { createDecorationPlugin } from './body-decorations.ts'
import { type BodyActions, createBodyKeymap } from './body-keymap.ts'
import { createSourceChange } from './insert-commands.ts'
import { createNormalizePlugin } from './normalize-lines.ts'
import { parseBody } from './parse-body.ts'

/** Editor state with its undo history. It is kept while the user edits the source in the text box. */
export interface BodySession {
  state: EditorState
  actions: { current: BodyActions | null }
  /** Latest bodies passed to `onChange`. The parent component may still render the editor with one of them. */
  reported: string[]
}

/** Creates the editor state of a body. */
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
