import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import s from './code-input.module.css'
import { useFieldControl } from './field-context.ts'

const length = 6

interface Props {
  value: string
  onChange: (code: string) => void
  /** Called with the code when the last empty box is filled, or a whole code is pasted. */
  onComplete: (code: string) => void
  disabled?: boolean
}

/** Input of a numeric code with one box per digit. Typing, pasting and autofill continue in the next box. Use it in `<FormField group>`. */
export function CodeInput({ value, onChange, onComplete, disabled = false }: Props) {
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const { 'aria-invalid': invalid } = useFieldControl({})
  const digits = Array.from({ length }, (_, index) => value[index]?.trim() ?? '')
  const go = (place: number) => boxes.current[Math.max(0, Math.min(length - 1, place))]?.focus()

  function write(place: number, text: string) {
    const typed = text.replace(/\D/g, '')
    if (!typed) return
    const from = typed.length >= length ? 0 : place
    const next = [...digits]
    for (const [offset, digit] of [...typed].entries()) if (from + offset < length) next[from + offset] = digit
    go(from + typed.length)
    change(next)
    // A replaced digit completes nothing, because the user may replace more of them.
    if (next.every(Boolean) && (typed.length >= length || !digits.every(Boolean))) onComplete(next.join(''))
  }
  function change(next: string[]) {
    onChange(
      next
        .map((digit) => digit || ' ')
        .join('')
        .trimEnd(),
    )
  }
  function erase(place: number) {
    change(digits.map((digit, index) => (index === place ? '' : digit)))
  }
  function press(event: KeyboardEvent, place: number) {
    const { key } = event
    if (key === 'ArrowLeft') go(place - 1)
    else if (key === 'ArrowRight') go(place + 1)
    else if (key === 'Home') go(0)
    else if (key === 'End') go(length - 1)
    else if (key === 'Delete') erase(place)
    else if (key === 'Backspace') {
      erase(digits[place] ? place : Math.max(0, place - 1))
      if (!digits[place]) go(place - 1)
    } else return
    event.preventDefault()
  }
  function paste(event: ClipboardEvent, place: number) {
    event.preventDefault()
    write(place, event.clipboardData.getData('text'))
  }
  return (
    <div className={s.boxes}>
      {digits.map((digit, index) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes have a fixed order
          key={index}
          ref={(node) => {
            boxes.current[index] = node
          }}
          className={s.box}
          inputMode="numeric"
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          aria-label={`Dígito ${index + 1} de ${length}`}
          aria-invalid={invalid}
          disabled={disabled}
          value={digit}
          onChange={(event) => write(index, digit ? event.target.value.replace(digit, '') : event.target.value)}
          // Handles `beforeinput`, because typing the same digit over a selected digit fires no change event.
          onBeforeInput={(event) => {
            event.preventDefault()
            write(index, (event.nativeEvent as InputEvent).data ?? '')
          }}
          onKeyDown={(event) => press(event, index)}
          onPaste={(event) => paste(event, index)}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </div>
  )
}
