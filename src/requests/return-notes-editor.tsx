import { useEffect, useRef } from 'react'
import type { Field } from '../domain/fields/field.ts'
import { Button } from '../ui/button.tsx'
import { FormField } from '../ui/form-field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { TextInput } from '../ui/text-input.tsx'
import type { RequestReturnNotes } from './request-return.ts'
import s from './return-notes-editor.module.css'

interface Props {
  fields: readonly Field[]
  notes: RequestReturnNotes
  onChange: (notes: RequestReturnNotes) => void
  disabled?: boolean
}

export function focusNoteInput(key: string) {
  document.querySelector<HTMLElement>(`[data-note="${key}"] input`)?.focus()
}

/** Editor for correction notes, one per field. Focuses the note that the user added with the button at a field. */
export function ReturnNotesEditor({ fields, notes, onChange, disabled = false }: Props) {
  const noted = fields.filter(({ key }) => Object.hasOwn(notes, key))
  const free = fields.filter(({ key }) => !Object.hasOwn(notes, key))
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(noted.map(({ key }) => key))
  useEffect(() => {
    const added = noted.find(({ key }) => !before.current.includes(key))
    before.current = noted.map(({ key }) => key)
    if (added) focusNoteInput(added.key)
  })
  function remove(key: string) {
    const place = noted.findIndex((field) => field.key === key)
    const next = noted[place + 1] ?? noted[place - 1]
    onChange(omitNote(notes, key))
    // Moves focus to another note or to the add button, because the remove button disappeared with its note.
    requestAnimationFrame(() => {
      const there = next
        ? list.current?.querySelector<HTMLElement>(`[data-note="${next.key}"] input`)
        : list.current?.querySelector<HTMLElement>('button')
      there?.focus()
    })
  }
  return (
    <div ref={list} className={s.notes}>
      {noted.map(({ key, label }) => (
        <div key={key} data-note={key} className={s.note}>
          <FormField label={`Nota en «${label}»`} className={s.text}>
            <TextInput
              maxLength={500}
              value={notes[key]}
              onChange={(event) => onChange({ ...notes, [key]: event.target.value })}
            />
          </FormField>
          <IconButton
            icon="close"
            label={`Quitar la nota en «${label}»`}
            disabled={disabled}
            onClick={() => remove(key)}
          />
        </div>
      ))}
      {free.length > 0 && (
        <div>
          <Menu
            trigger={
              <Button size="s" variant="quiet" icon="comment" disabled={disabled}>
                Nota en un campo
              </Button>
            }
            items={free.map(({ key, label }) => ({ label, onSelect: () => onChange({ ...notes, [key]: '' }) }))}
          />
        </div>
      )}
    </div>
  )
}

function omitNote(notes: RequestReturnNotes, key: string): RequestReturnNotes {
  const { [key]: _gone, ...rest } = notes
  return rest
}
