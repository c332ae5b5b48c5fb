import { useEffect, useRef, useState } from 'react'
import type { Field } from '../domain/fields/field.ts'
import { usePersistentState } from '../lib/use-persistent-state.ts'
import { Button, IconButton } from '../ui/actions/button.tsx'
import { Menu } from '../ui/actions/menu.tsx'
import { FormField, TextInput } from '../ui/form/form-field.tsx'
import s from './action-form.module.css'
import type { RequestReturnNotes } from './request-return.ts'

const noNotes: RequestReturnNotes = {}

interface StoredNotes {
  /** Revision of the request that the notes refer to. */
  revision?: number
  notes: RequestReturnNotes
}

const noStoredNotes: StoredNotes = { notes: noNotes }

/**
 * State of the correction notes, stored in the browser until they are sent. Ignores notes on an earlier revision of the
 * request.
 */
export function useStoredReturnNotes(
  owner: string,
  request: string,
  revision: number | undefined,
): [RequestReturnNotes, (notes: RequestReturnNotes) => void] {
  const [kept, set] = usePersistentState(owner, `notes:${request}`, noStoredNotes)
  // Keeps the revision of the first render, so that the notes stay visible if the requester submits again meanwhile.
  const [round, setRound] = useState(revision)
  if (round === undefined && revision !== undefined) setRound(revision)
  const notes = round !== undefined && kept.revision === round ? kept.notes : noNotes
  return [
    notes,
    (next) => set(round !== undefined && Object.keys(next).length ? { revision: round, notes: next } : noStoredNotes),
  ]
}

const listNonEmptyNotes = (notes: RequestReturnNotes) =>
  Object.entries(notes).flatMap(([key, text]) => (text.trim() ? [[key, text.trim()]] : []))

/** Returns the non-empty notes as part of a decision's request body. */
export function toReturnNotesPayload(notes: RequestReturnNotes): { notes?: RequestReturnNotes } {
  const notesWithText = listNonEmptyNotes(notes)
  return notesWithText.length ? { notes: Object.fromEntries(notesWithText) } : {}
}

/** Formats the reason and notes as a comment, used if another approver decided first. */
export function formatReturnNotesAsComment(
  reason: string,
  notes: RequestReturnNotes,
  fields: readonly Field[],
): string {
  const noteLines = listNonEmptyNotes(notes).map(
    ([key, text]) => `${fields.find((field) => field.key === key)?.label ?? key}: ${text}`,
  )
  return [reason.trim(), ...noteLines].filter(Boolean).join('\n')
}

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
    const index = noted.findIndex((field) => field.key === key)
    const next = noted[index + 1] ?? noted[index - 1]
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
    <div ref={list} className="stack-3">
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
