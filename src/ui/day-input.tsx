import { type ComponentProps, useState } from 'react'
import { TextInput } from './text-input.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur' | 'type'> {
  /** `YYYY-MM-DD`, or empty. */
  value: string
  onDay: (day: string) => void
}

/** The platform's own calendar and keys; a day is told once its year is whole: of «2026» the first key says the year 2. */
export function DayInput({ value, onDay, ...rest }: Props) {
  const [typed, setTyped] = useState(value)
  const [told, setTold] = useState(value)
  const [isTyping, setTyping] = useState(false)
  if (told !== value) {
    setTold(value)
    // What was told comes back later than the next key.
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
