import { useState } from 'react'
import { DayInput } from './day-input.tsx'
import { FormField } from './form-field.tsx'

type End = 'from' | 'to'

interface Props {
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
export function DayRangeInput({ from = '', to = '', label = 'Desde', anyOrder = false, onDay }: Props) {
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
