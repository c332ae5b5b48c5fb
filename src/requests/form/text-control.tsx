import type { HTMLAttributes, HTMLInputTypeAttribute } from 'react'
import type { Column } from '../../domain/fields/field.ts'
import type { FieldType } from '../../domain/fields/field-types.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { useText } from './controls.ts'

interface Props {
  field: Column
  path: string
  say?: (warning: string | undefined) => void
  label?: string
}

type Keyboard = HTMLAttributes<HTMLInputElement>['inputMode']
const keyboards: Partial<Record<FieldType, Keyboard>> = {
  integer: 'numeric',
  decimal: 'decimal',
  money: 'decimal',
  percent: 'decimal',
  email: 'email',
  phone: 'tel',
}
// The platform's own types for mail and phone say nothing here that the domain does not say better.
const types: Partial<Record<FieldType, HTMLInputTypeAttribute>> = { phone: 'tel' }

/** One line of text, also for numbers: `type=number` would not take «1.234,56». */
export function TextControl({ field, path, say, label }: Props) {
  const tied = useText(field, path, say)
  const numeric =
    field.type === 'decimal' || field.type === 'money' || field.type === 'integer' || field.type === 'percent'
  return (
    <TextInput
      {...tied}
      type={types[field.type] ?? 'text'}
      inputMode={keyboards[field.type]}
      numeric={numeric}
      spellCheck={field.type === 'text'}
      aria-label={label}
    />
  )
}
