import { chainCommands, deleteSelection, toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { type Command, Plugin, TextSelection } from 'prosemirror-state'
import { bodySchema } from './body-schema.ts'
import { deleteTag, joinLineBackward, joinLineForward, moveOverTag, splitLine } from './line-commands.ts'
import { clearTableCells, moveToTableCell, moveToTableRow } from './table-commands.ts'

const { marks } = bodySchema

export const toggleBold = toggleMark(marks.bold)
export const toggleItalic = toggleMark(marks.italic)
export const toggleUnderline = toggleMark(marks.underline)

export interface BodyActions {
  pickField: () => void
  focusToolbar: () => void
  editTag: () => void
}

const selectAll: Command = ({ tr, doc }, dispatch) => {
  const all = TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size))
  dispatch?.(tr.setSelection(all))
  return true
}

const backspace = chainCommands(clearTableCells, deleteSelection, deleteTag(-1), joinLineBackward)
const remove = chainCommands(clearTableCells, deleteSelection, deleteTag(1), joinLineForward)

/** Returns the keymap plugins. `actions`: current actions; each rendering of the editor replaces them. */
export function createBodyKeymap(actions: { current: BodyActions | null }): Plugin[] {
  /** True after Escape: the next Tab moves focus out of the editor, even from a table. */
  let isLeaving = false
  const unlessLeaving =
    (command: Command): Command =>
    (...state) =>
      !isLeaving && command(...state)
  const act =
    (name: keyof BodyActions): Command =>
    () => {
      actions.current?.[name]()
      return true
    }
  const keys = keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleBold,
    'Mod-i': toggleItalic,
    'Mod-u': toggleUnderline,
    'Mod-a': selectAll,
    Enter: splitLine,
    'Shift-Enter': splitLine,
    Backspace: backspace,
    'Shift-Backspace': backspace,
    'Mod-Backspace': backspace,
    Delete: remove,
    'Shift-Delete': remove,
    'Mod-Delete': remove,
    ArrowLeft: moveOverTag(-1),
    ArrowRight: moveOverTag(1),
    'Shift-ArrowLeft': moveOverTag(-1, true),
    'Shift-ArrowRight': moveOverTag(1, true),
    ArrowUp: moveToTableRow(-1),
    ArrowDown: moveToTableRow(1),
    Tab: unlessLeaving(moveToTableCell(1)),
    'Shift-Tab': unlessLeaving(moveToTableCell(-1)),
    'Alt-F10': act('focusToolbar'),
    F2: act('editTag'),
  })
  const others = new Plugin({
    props: {
      handleKeyDown(_view, { key }) {
        if (key === 'Escape') isLeaving = true
        else if (key !== 'Tab' && key !== 'Shift') isLeaving = false
        return false
      },
      handleDOMEvents: {
        blur() {
          isLeaving = false
        },
      },
      handleTextInput({ state }, from, _to, text) {
        const before = state.doc.resolve(from)
        const typed = before.parent.textBetween(Math.max(0, before.parentOffset - 1), before.parentOffset, '', '\ufffc')
        // An «@» after a letter is part of an e-mail address and opens no list.
        if (text !== '@' || before.parent.type.spec.code || /[\p{L}\d._-]/u.test(typed)) return false
        actions.current?.pickField()
        return true
      },
      handleDoubleClickOn(_view, _position, node) {
        if (node.type.name !== 'tag') return false
        actions.current?.editTag()
        return true
      },
    },
  })
  return [others, keys]
}
