import { type ComponentProps, useState } from 'react'
import { DateInput } from './date-input.tsx'

interface Props extends Omit<ComponentProps<typeof DateInput>, 'day' | 'value' | 'onChange' | 'onBlur' | 'onPick'> {
  /** Date as `YYYY-MM-DD`; empty string if none. */
  value: string
  onDay: (day: string) => void
  /** Called with a text that is no date, so that a form can refuse it. Without it, `value` is shown again on blur. */
  onText?: (text: string) => void
}

const toText = (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')

/**
 * Parses a typed day with its year in four digits: «3/4/2026», «3-4-2026», «2026-04-03» → `2026-04-03`. `null` if it is
 * none. The caller checks that the day exists.
 */
function parseDay(text: string): string | null {
  const [, day = '', month = '', year] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ]([1-9]\d{3})$/.exec(toText(text)) ?? []
  if (year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return text === '' ? '' : null
}

/** Date input. Calls `onDay` only for complete years, because «20» is the beginning of «2026». */
export function DayInput({ value, onDay, onText, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? toText(value)
  return (
    <DateInput
      {...rest}
      day={parseDay(text.trim()) ?? ''}
      value={text}
      onPick={(day) => {
        setTyped(null)
        onDay(day)
      }}
      onChange={({ target }) => {
        setTyped(target.value)
        const day = parseDay(target.value.trim())
        if (day === null) onText?.(target.value)
        else onDay(day)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
