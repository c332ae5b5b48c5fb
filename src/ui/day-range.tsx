import { DayInput } from './day-input.tsx'
import { FormField } from './form-field.tsx'

type End = 'from' | 'to'

interface Props {
  /** `YYYY-MM-DD`, both included; empty or left out where that end is open. */
  from: string | undefined
  to: string | undefined
  /** «Creadas desde» */
  label?: string
  /** Each day stays where it was put, also behind the other: whoever asks has them in order. */
  anyOrder?: boolean
  onDay: (change: Partial<Record<End, string | undefined>>) => void
}

/** The days from which and to which something is asked for: two fields of whatever they stand in. */
export function DayRange({ from = '', to = '', label = 'Desde', anyOrder = false, onDay }: Props) {
  const bounds = anyOrder ? { from: {}, to: {} } : { from: { max: to || undefined }, to: { min: from || undefined } }
  const day = (end: End, value: string) => (
    <DayInput {...bounds[end]} value={value} onDay={(day) => onDay({ [end]: day || undefined })} />
  )
  return (
    <>
      <FormField label={label}>{day('from', from)}</FormField>
      <FormField label="Hasta">{day('to', to)}</FormField>
    </>
  )
}
