import type { ReactNode } from 'react'
import s from './choice-controls.module.css'
import { useFieldControl } from './field-context.ts'

interface Option<Value extends string> {
  value: Value
  label: ReactNode
  help?: ReactNode
}

interface Props<Value extends string> {
  name: string
  options: readonly Option<Value>[]
  value: Value | ''
  onChange: (value: Value) => void
  inline?: boolean
}

/** Group of radio buttons. Use it in `<FormField group>`, whose legend is its name. */
export function RadioGroup<Value extends string>({ name, options, value, onChange, inline }: Props<Value>) {
  const control = useFieldControl({})
  return (
    <div className={inline ? s.inline : s.list}>
      {options.map((option) => (
        <label key={option.value} className={s.row}>
          <input
            type="radio"
            className={s.dot}
            name={name}
            value={option.value}
            checked={value === option.value}
            aria-invalid={control['aria-invalid']}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.help && <span className={s.help}>{option.help}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
