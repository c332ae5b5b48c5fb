import type { ChangeEvent } from 'react'
import type { Column } from '../../domain/fields/field.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { useText } from './controls.ts'

/** One line of text that goes on below itself where its cell ends: no key and no paste breaks it. */
export function LineControl({ field, path, label }: { field: Column; path: string; label: string }) {
  const { onChange, ...tied } = useText(field, path)
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
