import { type ChangeEvent, use, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { Column } from '../../domain/fields/field.ts'
import { isIsoDate } from '../../domain/time/calendar.ts'
import { formatLongDate, formatShortDate } from '../../domain/time/date.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { type FormValues, parseCell } from '../form-values.ts'
import s from './date-control.module.css'
import { FormControlsContext, useTextControl } from './form-controls.ts'

interface Props {
  field: Column
  path: string
  say?: (warning: string | undefined) => void
  label?: string
  /** Hides the date in words below the input, for use in table cells. */
  bare?: boolean
}

/** Pattern of a date typed without separators, because the numeric keyboard of iPhones has none: `03022020`. */
const bareDigits = /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])((?:19|20)\d\d)$/

/** Text input for dates with the browser's calendar beside it. Shows the parsed date in words. */
export function DateControl({ field, path, say, label, bare = false }: Props) {
  const { form, context, onBlur } = use(FormControlsContext)
  const picker = useRef<HTMLInputElement>(null)
  const { onChange, ...tied } = useTextControl(field, path, say)
  const text = String(useWatch({ control: form.control, name: path }) ?? '')
  const reading = text.trim() ? parseCell(field, text, {} as FormValues, context) : null
  const day = reading && 'value' in reading ? String(reading.value) : ''
  function pick(picked: string) {
    if (!picked) return
    form.setValue(path, formatShortDate(picked), { shouldDirty: true })
    onBlur(path)
  }
  function type(event: ChangeEvent<HTMLInputElement>) {
    event.target.value = event.target.value.replace(bareDigits, '$1/$2/$3')
    return onChange(event)
  }
  return (
    <>
      <div className={s.wrap}>
        <TextInput
          {...tied}
          onChange={type}
          className={s.text}
          inputMode="numeric"
          placeholder="dd/mm/aaaa"
          aria-label={label}
        />
        <input
          ref={picker}
          type="date"
          className={s.native}
          tabIndex={-1}
          aria-hidden="true"
          value={isIsoDate(day) ? day : ''}
          onChange={(event) => pick(event.target.value)}
        />
        <IconButton
          className={s.button}
          size="s"
          icon="calendar"
          label={`Abrir el calendario de ${label ?? field.label}`}
          onClick={() => picker.current?.showPicker()}
        />
      </div>
      {!bare && <p className={s.echo}>{isIsoDate(day) && formatLongDate(day)}</p>}
    </>
  )
}
