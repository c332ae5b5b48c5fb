import { Autocomplete } from '@base-ui/react/autocomplete'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { foldCaseAndAccents } from '../../domain/text/case-folding.ts'
import control from '../../ui/form/control.module.css'
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
  /** Closes the list. `typed`: search text, which stays in the body. `isBlur`: true if the focus moved away. */
  onClose: (typed: string, isBlur: boolean) => void
}

const matches = ({ label, source }: FieldOption, query: string) =>
  foldCaseAndAccents(`${label} ${source}`).includes(foldCaseAndAccents(query))

/** Searchable list of fields, shown at the cursor. Arrow keys move, Enter and Tab insert, and Escape closes. */
export function FieldPicker({ options, label = 'Buscar un dato', left, top, onChoose, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const highlighted = useRef<FieldOption>(undefined)
  /** True while the list is closing: its closing moves the focus, and this blur must not close it again. */
  const isClosing = useRef(false)
  function end(finish: () => void) {
    if (isClosing.current) return
    isClosing.current = true
    finish()
  }
  const choose = (option: FieldOption) => end(() => onChoose(option))
  const close = (isBlur: boolean) => end(() => onClose(typed, isBlur))
  function press(event: KeyboardEvent) {
    const option = highlighted.current
    if (event.key === 'Escape' || !option) {
      if (!['Escape', 'Enter', 'Tab'].includes(event.key)) return
      close(false)
    } else if (event.key === 'Tab') choose(option)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={s.popup} style={{ '--left': `${left}px`, '--top': `${top}px` } as CSSProperties}>
      <Autocomplete.Root
        inline
        open
        autoHighlight="always"
        keepHighlight
        items={options}
        filter={matches}
        itemToStringValue={(option: FieldOption) => option.label}
        value={typed}
        onValueChange={(value, { reason }) => reason === 'input-change' && setTyped(value)}
        onItemHighlighted={(option) => {
          highlighted.current = option
        }}
      >
        <Autocomplete.Input
          autoFocus
          className={control.control}
          aria-label={label}
          autoComplete="off"
          placeholder={label}
          onKeyDown={press}
          onBlur={() => close(true)}
        />
        {/* Prevents a click from moving the focus out of the search, because a blur would close the list before the choice. */}
        <Autocomplete.List className={s.list} aria-label="Datos" onMouseDown={(event) => event.preventDefault()}>
          {(option: FieldOption) => (
            <Autocomplete.Item key={option.source} value={option} className={s.option} onClick={() => choose(option)}>
              {option.label}
              <span className={s.detail}>{option.detail}</span>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
        <Autocomplete.Empty>
          <p className={s.empty}>Ningún dato coincide.</p>
        </Autocomplete.Empty>
      </Autocomplete.Root>
    </div>
  )
}
