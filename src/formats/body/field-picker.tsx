import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { foldCaseAndAccents } from '../../domain/text/case-folding.ts'
import control from '../../ui/control.module.css'
import s from './field-picker.module.css'

export interface FieldOption {
  source: string
  label: string
  detail: string
}

interface Props {
  options: readonly FieldOption[]
  label?: string
  /** Position of the cursor in the editor, in px. */
  left: number
  top: number
  onChoose: (option: FieldOption) => void
  /**
   * Closes the list. `typed`: search text, which stays in the body. `isBlur`: true if the focus moved to another
   * element.
   */
  onClose: (typed: string, isBlur: boolean) => void
}

/** Searchable list of fields, shown at the cursor. Arrow keys move, Enter inserts and Escape closes. */
export function FieldPicker({ options, label = 'Buscar un dato', left, top, onChoose, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [current, setCurrent] = useState(0)
  const id = useId()
  /** True while the list is closing: its closing moves the focus, and this blur must not close it again. */
  const isClosing = useRef(false)
  const query = foldCaseAndAccents(typed)
  const found = options.filter(({ label, source }) => foldCaseAndAccents(`${label} ${source}`).includes(query))
  const at = Math.min(current, found.length - 1)
  const chosen = found[at]
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  function choose(option: FieldOption) {
    isClosing.current = true
    onChoose(option)
  }
  function close(isBlur: boolean) {
    if (isClosing.current) return
    isClosing.current = true
    onClose(typed, isBlur)
  }
  function press(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 }
    const to = steps[event.key]
    if (to !== undefined) setCurrent((to + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter' || event.key === 'Tab') chosen ? choose(chosen) : close(false)
    else if (event.key === 'Escape') close(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={s.popup} style={{ '--left': `${left}px`, '--top': `${top}px` } as CSSProperties}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the list opens on a key press or a button.
        autoFocus
        type="text"
        className={control.control}
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={label}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setCurrent(0)
        }}
        onKeyDown={press}
        onBlur={() => close(true)}
      />
      <div className={s.list} id={`${id}-list`} role="listbox" aria-label="Datos">
        {found.map((option, index) => (
          <div
            key={option.source}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            className={s.option}
            // Prevents the click from moving the focus out of the search, because a blur would close the list before
            // the choice.
            onMouseDown={(event) => {
              event.preventDefault()
              choose(option)
            }}
          >
            {option.label}
            <span className={s.detail}>{option.detail}</span>
          </div>
        ))}
      </div>
      {!found.length && (
        <p className={s.empty} role="status">
          Ningún dato coincide.
        </p>
      )}
    </div>
  )
}
