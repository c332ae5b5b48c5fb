import { useId } from 'react'
import s from './read-options-bar.module.css'

interface Props {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  /** Option shown if `value` is not among the options, because the columns have different values. */
  unclear?: string
  onChange: (value: string) => void
}

/** Labelled inline select for one file reading option, such as the separator. */
export function InlineSelect({ label, value, options, unclear = '', onChange }: Props) {
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
