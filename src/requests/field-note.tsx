import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import s from './field-note.module.css'

export function FieldNote({ text }: { text: string }) {
  return (
    <span className={s.note}>
      <Icon name="comment" size={16} />
      <span>
        <span className="visually-hidden">Nota: </span>
        {text}
      </span>
    </span>
  )
}

export function prependFieldNote(note: string | undefined, help: ReactNode): ReactNode {
  if (!note) return help
  return (
    <>
      <FieldNote text={note} />
      {help}
    </>
  )
}
