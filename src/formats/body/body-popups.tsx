import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type ReactNode, useState } from 'react'
import { getTemplateFields } from '../../domain/documents/document-date.ts'
import type { Field } from '../../domain/fields/field.ts'
import { fieldTypeLabels } from '../../domain/fields/field-types.ts'
import { listFieldsAtPosition } from './body-structure.ts'
import { findTagAtCursor } from './current-line.ts'
import { type FieldOption, FieldPicker } from './field-picker.tsx'
import { createFieldSource } from './field-source.ts'
import { insertLines, insertMarkup, replaceTag, wrapInTags } from './insert-commands.ts'
import { TagDialog } from './tag-dialog.tsx'

interface Editor {
  view: EditorView | null
  state: EditorState | null
  fields: readonly Field[]
  run: (command: Command) => void
  onCreateField: (field: Field) => void
}

type Popup =
  | { kind: 'picker'; prefix: string; left: number; top: number }
  /** `position`: position of the edited tag; `null` for a new condition. */
  | { kind: 'tag'; source: string; position: number | null }

/** Returns functions that open the list of fields and the tag dialog, and the element of the open popup. */
export function useBodyPopups({ view, state, fields, run, onCreateField }: Editor) {
  const [popup, setPopup] = useState<Popup | null>(null)
  const usable = getTemplateFields(fields.filter(({ approvers }) => approvers !== 'keep'))
  const known = state ? listFieldsAtPosition(state.doc, state.selection.from, usable) : usable
  function close() {
    setPopup(null)
    view?.focus()
  }
  /** Opens the list of fields. `prefix`: typed text that stays in the body if the user chooses no field. */
  function pickField(prefix: string) {
    if (!view) return
    const box = view.dom.parentElement?.parentElement?.getBoundingClientRect()
    const { left, bottom } = view.coordsAtPos(view.state.selection.head)
    setPopup({ kind: 'picker', prefix, left: left - (box?.left ?? 0), top: bottom - (box?.top ?? 0) })
  }
  function editTag() {
    const found = view && findTagAtCursor(view.state)
    if (found) setPopup({ kind: 'tag', ...found })
  }
  function addCondition() {
    const first = known[0]
    if (first) setPopup({ kind: 'tag', source: `{{#si ${first.key}}}`, position: null })
  }
  function insert({ source }: FieldOption) {
    close()
    run(source.includes('\n') ? insertLines(source) : insertMarkup(source))
  }
  let element: ReactNode = null
  if (popup?.kind === 'picker')
    element = (
      <FieldPicker
        options={listFieldOptions(known)}
        left={popup.left}
        top={popup.top}
        onChoose={insert}
        onClose={(typed, isBlur) => {
          if (isBlur) setPopup(null)
          else close()
          if (popup.prefix && view) insertMarkup(popup.prefix + typed)(view.state, view.dispatch)
        }}
      />
    )
  if (popup?.kind === 'tag')
    element = (
      <TagDialog
        source={popup.source}
        fields={known}
        isNew={popup.position === null}
        onClose={close}
        onCreateField={onCreateField}
        onSubmit={(source) => {
          const { position } = popup
          setPopup(null)
          if (!view) return
          if (position === null) wrapInTags(source, '{{/si}}')(view.state, view.dispatch)
          else view.dispatch(replaceTag(view.state, position, source))
          // Waits a frame, because the closing dialog first returns the focus to the button that opened it.
          requestAnimationFrame(() => view.focus())
        }}
      />
    )
  return { pickField, editTag, addCondition, element }
}

function listFieldOptions(fields: ReturnType<typeof listFieldsAtPosition>): FieldOption[] {
  const seen = new Set<string>()
  const options = fields.flatMap((field) => {
    if (seen.has(field.key)) return []
    seen.add(field.key)
    return { source: createFieldSource(field), label: field.label, detail: fieldTypeLabels[field.type] }
  })
  return [...options, { source: '{{organización}}', label: 'La organización', detail: 'Nombre' }]
}
