import { type ComponentProps, useState } from 'react'
import { isIsoDate } from '../domain/time/calendar.ts'
import { formatShortDate, toIsoDate } from '../domain/time/date.ts'
import { DateInput } from './date-input.tsx'

interface Props extends Omit<ComponentProps<typeof DateInput>, 'day' | 'value' | 'onChange' | 'onBlur' | 'onPick'> {
  /** Date as `YYYY-MM-DD`; empty string if none. */
  value: string
  onDay: (day: string) => void
  /** Called with a text that is no date, so that a form can refuse it. Without it, `value` is shown again on blur. */
  onText?: (text: string) => void
}

const toText = (day: string) => (isIsoDate(day) ? formatShortDate(day) : day)
/** Parses a typed day with its year in four digits: «3/4/2026», «3-4-2026», «2026-04-03». `null` if it is none. */
function parseDay(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text) ?? []
  return year ? toIsoDate(Number(year), Number(month), Number(day)) : text === '' || isIsoDate(text) ? text : null
}

/** Date input. Calls `onDay` only for complete years, because «20» is the beginning of «2026». */
export function DayInput({ value, onDay, onText, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? toText(value)
  const day = parseDay(text.trim())
  return (
    <DateInput
      {...rest}
      day={day ?? ''}
      value={text}
      onPick={(picked) => {
        setTyped(null)
        onDay(picked)
      }}
      onChange={({ target }) => {
        setTyped(target.value)
        const read = parseDay(target.value.trim())
        if (read === null) onText?.(target.value)
        else onDay(read)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
