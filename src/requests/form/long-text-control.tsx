import type { Column } from '../../domain/fields/field.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { useText } from './controls.ts'

export function LongTextControl({ field, path, label }: { field: Column; path: string; label?: string }) {
  return <TextArea {...useText(field, path)} aria-label={label} />
}
