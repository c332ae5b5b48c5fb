import type { ChangeEvent, HTMLAttributes, HTMLInputTypeAttribute } from 'react'
import type { Column } from '../../domain/fields/field.ts'
import { type FieldType, isNumericField } from '../../domain/fields/field-types.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useTextControl } from './form-controls.ts'

interface Props {
  field: Column
  path: string
  say?: (warning: string | undefined) => void
  label?: string
}

type InputMode = HTMLAttributes<HTMLInputElement>['inputMode']
const inputModes: Partial<Record<FieldType, InputMode>> = {
  integer: 'numeric',
  decimal: 'decimal',
  money: 'decimal',
  percent: 'decimal',
  email: 'email',
  phone: 'tel',
}
// No `type=email`, because our own validation has better messages than the browser's.
const inputTypes: Partial<Record<FieldType, HTMLInputTypeAttribute>> = { phone: 'tel' }

/** Single-line input, also for numbers, because `type=number` rejects «1.234,56». */
export function TextControl({ field, path, say, label }: Props) {
  const tied = useTextControl(field, path, say)
  return (
    <TextInput
      {...tied}
      type={inputTypes[field.type] ?? 'text'}
      inputMode={inputModes[field.type]}
      numeric={isNumericField(field)}
      spellCheck={field.type === 'text'}
      aria-label={label}
    />
  )
}

export function LongTextControl({ field, path, label }: Props) {
  return <TextArea {...useTextControl(field, path)} aria-label={label} />
}

/** Single-line input that wraps in a table cell. Converts pasted line breaks to spaces. */
export function AutoGrowTextControl({ field, path, label }: Props) {
  const { onChange, ...tied } = useTextControl(field, path)
  function change(event: ChangeEvent<HTMLTextAreaElement>) {
    const { value } = event.target
    if (/[\r\n]/.test(value)) event.target.value = value.replace(/\s*[\r\n]\s*/g, ' ')
    return onChange(event)
  }
  return (
    <TextArea
      {...tied}
      onChange={change}
      rows={1}
      data-line=""
      inputMode={field.type === 'email' ? 'email' : undefined}
      spellCheck={field.type === 'text'}
      aria-label={label}
    />
  )
}
