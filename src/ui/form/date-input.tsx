import { type ChangeEvent, type ComponentProps, useRef } from 'react'
import { IconButton } from '../actions/button.tsx'
import { cx } from '../cx.ts'
import s from './date-input.module.css'
import { TextInput } from './form-field.tsx'
import inputButton from './input-button.module.css'

interface Props extends ComponentProps<'input'> {
  /** Date that the text means, as `YYYY-MM-DD`; empty string if it means none. */
  day: string
  /** Name of the field for the calendar button. */
  label: string
  /** Called when the user chooses a day in the calendar. */
  onPick: (day: string) => void
}

/** Pattern of a date typed without separators, because the numeric keyboard of iPhones has none: `03022020`. */
const bareDigits = /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])((?:19|20)\d\d)$/

/**
 * Text input for dates with the browser's calendar beside it. The browser's own date input would write dates as in the
 * browser's language.
 */
export function DateInput({ day, label, onPick, onChange, min, max, ...rest }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  function type(event: ChangeEvent<HTMLInputElement>) {
    event.target.value = event.target.value.replace(bareDigits, '$1/$2/$3')
    return onChange?.(event)
  }
  return (
    <div className={cx(inputButton.wrap, s.wrap)}>
      <TextInput {...rest} onChange={type} className={inputButton.input} inputMode="numeric" placeholder="dd/mm/aaaa" />
      <input
        ref={picker}
        type="date"
        className={s.native}
        tabIndex={-1}
        aria-hidden="true"
        min={min}
        max={max}
        value={day}
        onChange={({ target }) => target.value && onPick(target.value)}
      />
      <IconButton
        className={inputButton.button}
        size="s"
        icon="calendar"
        label={`Abrir el calendario de ${label}`}
        onClick={() => picker.current?.showPicker()}
      />
    </div>
  )
}
