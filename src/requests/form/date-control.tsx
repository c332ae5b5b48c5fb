import { use } from 'react'
import { useWatch } from 'react-hook-form'
import type { Column } from '../../domain/fields/field.ts'
import { isIsoDate } from '../../domain/time/calendar.ts'
import { formatLongDate, formatShortDate } from '../../domain/time/date.ts'
import { DateInput } from '../../ui/date-input.tsx'
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

/** Date input of a form field. Shows the parsed date in words. */
export function DateControl({ field, path, say, label, bare = false }: Props) {
  const { form, context, onBlur } = use(FormControlsContext)
  const tied = useTextControl(field, path, say)
  const text = String(useWatch({ control: form.control, name: path }) ?? '')
  const reading = text.trim() ? parseCell(field, text, {} as FormValues, context) : null
  const read = reading && 'value' in reading ? String(reading.value) : ''
  const day = isIsoDate(read) ? read : ''
  function pick(picked: string) {
    form.setValue(path, formatShortDate(picked), { shouldDirty: true })
    onBlur(path)
  }
  return (
    <>
      <DateInput {...tied} day={day} label={label ?? field.label} onPick={pick} aria-label={label} />
      {!bare && <p className={s.echo}>{day && formatLongDate(day)}</p>}
    </>
  )
}
