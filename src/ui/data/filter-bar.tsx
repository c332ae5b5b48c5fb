import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../actions/button.tsx'
import s from './filter-bar.module.css'

/** Filter that is set; pressing it removes the filter. */
export interface FilterChip {
  label: string
  onRemove: () => void
}

/** Returns a chip for each label that is not empty. The key of a label is the search parameter that the chip removes. */
export function toFilterChips<Key extends string>(
  labels: Partial<Record<Key, string | false | undefined>>,
  onChange: (change: Partial<Record<Key, undefined>>) => void,
): FilterChip[] {
  return (Object.entries(labels) as [Key, string | false | undefined][]).flatMap(([key, label]) =>
    label ? { label, onRemove: () => onChange({ [key]: undefined } as Partial<Record<Key, undefined>>) } : [],
  )
}

interface Props {
  search: ReactNode
  /** Select beside the search, always visible. */
  choice?: ReactNode
  /** Active filters, set by the fields behind the button or by a link. */
  chips: readonly FilterChip[]
  /** Whether the list is filtered by the search, the select or the fields. */
  isFiltered: boolean
  onClear: () => void
  /** Actions on the filtered list, after the chips. */
  end?: ReactNode
  /** Fields behind the button. */
  children: ReactNode
}

/**
 * Row with the search and filters of a list. One filter may be always visible; a button shows the others. Chips show
 * the active filters.
 */
export function FilterBar({ search, choice, chips, isFiltered, onClear, end, children }: Props) {
  const [open, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const id = useId()
  /**
   * Runs an action after moving focus to the filter button, because the focused button disappears and the browser would
   * move the focus to the start of the page.
   */
  function runAndFocus(action: () => void) {
    toggle.current?.focus()
    action()
  }
  function closeOnEscape(event: KeyboardEvent) {
    // Ignores Escape if it closes an open list of options.
    const isUsed = event.defaultPrevented || (event.target as HTMLElement).getAttribute('aria-expanded') === 'true'
    if (event.key === 'Escape' && (!isUsed || event.target === toggle.current)) runAndFocus(() => setOpen(false))
  }
  return (
    <div className="cluster wrap">
      <div className={s.search}>{search}</div>
      {choice && <div className={s.choice}>{choice}</div>}
      <Button
        ref={toggle}
        icon="filter"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={closeOnEscape}
      >
        {chips.length ? `Filtros (${chips.length})` : 'Filtros'}
      </Button>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape pressed in any field closes the group
        <div id={id} className={s.fields} onKeyDown={closeOnEscape}>
          {children}
        </div>
      )}
      {chips.map(({ label, onRemove }) => (
        <Button key={label} size="s" onClick={() => runAndFocus(onRemove)}>
          {`${label} ×`}
          <span className="visually-hidden"> (quitar este filtro)</span>
        </Button>
      ))}
      {isFiltered && (
        <Button variant="quiet" size="s" icon="close" onClick={() => runAndFocus(onClear)}>
          Limpiar
        </Button>
      )}
      {end}
    </div>
  )
}
