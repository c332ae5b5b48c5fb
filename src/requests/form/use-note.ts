import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { type WarningCode, warnings } from '../../domain/warnings.ts'

/** What was understood of a text and should be looked at: said when it is left, gone when it is changed. */
export function useNote(form: UseFormReturn, path: string) {
  const [note, setNote] = useState<{ of: unknown; code: string } | null>(null)
  const current: unknown = useWatch({ control: form.control, name: path, disabled: note === null })
  return {
    text: note && note.of === current ? warnings[note.code as WarningCode] : undefined,
    say: (code: string | undefined) => setNote(code === undefined ? null : { of: form.getValues(path), code }),
  }
}
