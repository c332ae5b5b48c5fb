import { type ComponentProps, useState } from 'react'
import { DateInput } from './date-input.tsx'
import { FormField } from './form-field.tsx'

interface Props
  extends Omit<ComponentProps<typeof DateInput>, 'day' | 'value' | 'onChange' | 'onBlur' | 'onPick' | 'onInvalid'> {
  /** Date as `YYYY-MM-DD`; empty string if none. */
  value: string
  onDay: (day: string) => void
  /** Called with a text that is no date, so that a form can refuse it. */
  onText?: (text: string) => void
  /** Called on blur; true if the text is no date. The text then remains. */
  onInvalid?: (isInvalid: boolean) => void
}

const toText = (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')

/** Parses a typed day with its year in four digits: «3/4/2026», «3-4-2026», «2026-04-03» → `2026-04-03`. `null` if the text is no existing day. */
function parseDay(text: string): string | null {
  const [, day = '', month = '', year] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ]([1-9]\d{3})$/.exec(toText(text)) ?? []
  if (!year) return text === '' ? '' : null
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date) ? date : null
}

/** Completes a year of two digits: «20/11/26» → «20/11/2026». */
const completeYear = (text: string) => text.replace(/^(\d{1,2}[-/. ]\d{1,2}[-/. ])(\d\d)$/, '$120$2')

/** Date input. Calls `onDay` only for complete years, because «20» is the beginning of «2026». */
export function DayInput({ value, onDay, onText, onInvalid, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? toText(value)
  return (
    <DateInput
      {...rest}
      day={parseDay(text.trim()) ?? ''}
      value={text}
      onPick={(day) => {
        setTyped(null)
        onInvalid?.(false)
        onDay(day)
      }}
      onChange={({ target }) => {
        setTyped(target.value)
        const day = parseDay(target.value.trim())
        if (day === null) onText?.(target.value)
        else onDay(day)
      }}
      onBlur={() => {
        if (typed === null) return
        const day = parseDay(completeYear(typed.trim()))
        onInvalid?.(day === null)
        if (day === null) return
        setTyped(null)
        if (day !== value) onDay(day)
      }}
    />
  )
}

type End = 'from' | 'to'

interface DayRangeInputProps {
  /** First and last day as `YYYY-MM-DD`, both included; empty or missing if open. */
  from: string | undefined
  to: string | undefined
  /** Label of the first input: «Creadas desde». */
  label?: string
  /** Whether the first day may be after the last one; the caller then sorts them. */
  anyOrder?: boolean
  onDay: (change: Partial<Record<End, string | undefined>>) => void
}

/** Two date inputs for a range; renders a fragment, so that the parent places them. */
export function DayRangeInput({ from = '', to = '', label = 'Desde', anyOrder = false, onDay }: DayRangeInputProps) {
  const bounds = anyOrder ? { from: {}, to: {} } : { from: { max: to || undefined }, to: { min: from || undefined } }
  const [invalid, setInvalid] = useState<Partial<Record<End, boolean>>>({})
  const day = (end: End, label: string, value: string) => (
    <FormField label={label} error={invalid[end] ? 'Escriba la fecha así: 20/11/2026.' : undefined}>
      <DayInput
        {...bounds[end]}
        label={label}
        value={value}
        onDay={(day) => onDay({ [end]: day || undefined })}
        onInvalid={(isInvalid) => setInvalid((before) => ({ ...before, [end]: isInvalid }))}
      />
    </FormField>
  )
  return (
    <>
      {day('from', label, from)}
      {day('to', 'Hasta', to)}
    </>
  )
}
