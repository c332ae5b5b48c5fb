import { useId } from 'react'
import s from './understood-line.module.css'

interface Props {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  /** What is shown while there is no one value. */
  unclear?: string
  onChange: (value: string) => void
}

/** One part of the line: its name and what was understood, to be changed in place. */
export function LineChoice({ label, value, options, unclear = '', onChange }: Props) {
  const id = useId()
  return (
    <span className={s.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className={s.select} value={value} onChange={(event) => onChange(event.target.value)}>
        {!options.some((option) => option.value === value) && <option value={value}>{unclear}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
