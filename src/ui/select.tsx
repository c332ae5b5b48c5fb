import type { ComponentProps } from 'react'
import s from './control.module.css'
import { cx } from './cx.ts'
import { useFieldControl } from './field-context.ts'

interface Option {
  value: string
  label: string
  disabled?: boolean
}

interface Props extends ComponentProps<'select'> {
  options: readonly Option[]
  /** Label of the first option, whose value is empty. */
  placeholder?: string
}

export function Select({ options, placeholder, ...rest }: Props) {
  return (
    <select {...rest} {...useFieldControl(rest)} className={cx(s.control, rest.className)}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
