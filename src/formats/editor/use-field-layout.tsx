import { useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { getEndNote } from '../../domain/formats/form-layout.ts'
import { type FieldLayout, LayoutDialog } from './layout-dialog.tsx'
import { setEndNote } from './move-field.ts'
import { focusFirstEnabled } from './order-buttons.tsx'

interface Options {
  /** Prefix of the ids of a row's buttons: `<id>-<key>-move`. */
  id: string
  fields: readonly Field[]
  onChange: (fields: Field[]) => void
}

export function useFieldLayout({ id, fields, onChange }: Options) {
  /** Position of the field below the edited section, `fields.length` for the end note; `null` to add one, `undefined` if the dialog is closed. */
  const [place, setPlace] = useState<number | null>()

  function set(at: number, layout: FieldLayout | undefined) {
    const found = fields[at]
    if (!found) return onChange(setEndNote(fields, layout?.note ?? ''))
    const { before: _before, ...field } = found
    onChange(fields.with(at, layout ? { ...field, before: layout } : field))
  }
  return {
    add: () => setPlace(null),
    edit: (at: number) => setPlace(at),
    remove(at: number) {
      set(at, undefined)
      focusFirstEnabled(`${id}-${(fields[at] ?? fields.at(-1))?.key}-move`)
    },
    canAdd: fields.length > 0 && (!getEndNote(fields) || fields.some(({ before }) => !before)),
    dialog: place !== undefined && (
      <LayoutDialog
        fields={fields}
        place={place}
        onClose={() => setPlace(undefined)}
        onSave={(at, layout) => {
          set(at, layout)
          setPlace(undefined)
        }}
      />
    ),
  }
}
