import type { ReactNode } from 'react'
import { IconButton } from '../actions/button.tsx'
import s from './removable-list.module.css'

interface Props {
  items: readonly { id: string; name: string; badge?: ReactNode }[]
  onRemove: (id: string) => void
}

/** Chosen items of a `FormField group`, each with a button that removes it. Use it after the input that adds items. */
export function RemovableList({ items, onRemove }: Props) {
  return (
    <ul className={s.list}>
      {items.map(({ id, name, badge }) => (
        <li key={id} className={s.item}>
          <span className="wrap-anywhere grow">{name}</span>
          {badge}
          <IconButton
            icon="close"
            size="s"
            label={`Quitar a ${name}`}
            onClick={({ currentTarget }) => {
              onRemove(id)
              // Moves focus to the input that adds items, because the button disappears with its item.
              currentTarget.closest('fieldset')?.querySelector('input')?.focus()
            }}
          />
        </li>
      ))}
    </ul>
  )
}
