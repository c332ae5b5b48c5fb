import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import s from './control.module.css'
import { useFieldControl } from './field-context.ts'

interface Option {
  value: string
  label: string
  disabled?: boolean
  /** Label of the group that shows the option; options without a group come first. */
  group?: string
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
      {renderOptions(options.filter(({ group }) => !group))}
      {[...new Set(options.flatMap(({ group }) => group ?? []))].map((label) => (
        <optgroup key={label} label={label}>
          {renderOptions(options.filter(({ group }) => group === label))}
        </optgroup>
      ))}
    </select>
  )
}

const renderOptions = (options: readonly Option[]) =>
  options.map(({ value, label, disabled }) => (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  ))
