import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../actions/button.tsx'
import { Icon } from '../icon.tsx'
import { useFieldControl } from './field-context.ts'
import { TextInput } from './form-field.tsx'
import inputButton from './input-button.module.css'
import s from './search-input.module.css'

interface Props {
  label: string
  value: string
  /** Called 250 ms after the last key press, and immediately on Enter or when the text is cleared. */
  onChange: (value: string) => void
  placeholder?: string
}

/** Search input of the page; the key `/` focuses it. Ignores a `value` that arrives late if the user has typed more. */
export function SearchInput({ label, value, onChange, placeholder = label }: Props) {
  const [text, setText] = useState(value)
  const typed = useRef(value)
  /**
   * Texts passed to `onChange` that have not come back as `value` yet. On slow connections, the user may have typed
   * more.
   */
  const pendingTexts = useRef<string[]>([])
  const timer = useRef(0)
  const { id } = useFieldControl({})
  useEffect(() => {
    // Compares trimmed texts, because the URL stores the text without surrounding spaces.
    const isIt = (text: string) => text.trim() === value.trim()
    const at = isIt(typed.current) ? pendingTexts.current.length : pendingTexts.current.findIndex(isIt)
    if (at >= 0) {
      pendingTexts.current.splice(0, at + 1)
      return
    }
    pendingTexts.current = []
    clearTimeout(timer.current)
    typed.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  function change(next: string, wait: number) {
    setText(next)
    typed.current = next
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      pendingTexts.current.push(next)
      onChange(next)
    }, wait)
  }
  return (
    <search className={s.wrap}>
      <Icon name="search" size={18} className={s.icon} />
      <TextInput
        id={id}
        type="search"
        className={s.input}
        aria-label={label}
        aria-keyshortcuts="/"
        data-search=""
        placeholder={placeholder}
        value={text}
        onChange={(event) => change(event.target.value, 250)}
        onBlur={({ relatedTarget }) => {
          // Cancels the pending search if the user follows a link, because the search would navigate back to this page.
          if (relatedTarget instanceof HTMLAnchorElement) clearTimeout(timer.current)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') change(text, 0)
          if (event.key === 'Escape' && text) change('', 0)
        }}
      />
      {text ? (
        <IconButton
          className={inputButton.button}
          size="s"
          icon="close"
          label="Borrar la búsqueda"
          onClick={() => change('', 0)}
        />
      ) : (
        <kbd className={s.key}>/</kbd>
      )}
    </search>
  )
}
