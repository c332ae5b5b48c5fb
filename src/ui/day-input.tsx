import { type ComponentProps, useState } from 'react'
import { TextInput } from './text-input.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur' | 'type'> {
  /** Date as `YYYY-MM-DD`; empty string if none. */
  value: string
  onDay: (day: string) => void
}

/** Native date input. Calls `onDay` only for complete years, because browsers report the year 2 after the first key of «2026». */
export function DayInput({ value, onDay, ...rest }: Props) {
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const [isTyping, setTyping] = useState(false)
  if (lastValue !== value) {
    setLastValue(value)
    // Ignores `value` while the user types, because it may be older than the typed text.
    if (!isTyping) setTyped(value)
  }
  return (
    <TextInput
      {...rest}
      type="date"
      value={typed}
      onChange={({ target }) => {
        setTyping(true)
        setTyped(target.value)
        if (!target.value.startsWith('0') && target.value.length <= 10) onDay(target.value)
      }}
      onBlur={() => {
        setTyping(false)
        setTyped(value)
      }}
    />
  )
}
