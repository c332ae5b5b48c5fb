import { useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { type FieldLayout, LayoutDialog } from './layout-dialog.tsx'
import { focusFirstEnabled } from './order-buttons.tsx'

interface Options {
  /** Prefix of the ids of a row's buttons: `<id>-<key>-move`. */
  id: string
  fields: readonly Field[]
  onChange: (fields: Field[]) => void
}

/** Adds, edits and removes the section, note and page break above a field. */
export function useFieldLayout({ id, fields, onChange }: Options) {
  /** Position of the edited field; `null` to add a section, `undefined` if the dialog is closed. */
  const [place, setPlace] = useState<number | null>()

  function set(at: number, layout: FieldLayout | undefined) {
    const { before: _before, ...field } = fields[at] as Field
    onChange(fields.with(at, layout ? { ...field, before: layout } : field))
  }
  return {
    add: () => setPlace(null),
    edit: (at: number) => setPlace(at),
    remove(at: number) {
      set(at, undefined)
      focusFirstEnabled(`${id}-${fields[at]?.key}-move`)
    },
    canAdd: fields.some(({ before }) => !before),
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
