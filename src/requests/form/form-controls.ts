import { createContext, use } from 'react'
import type { Column } from '../../domain/fields/field.ts'
import { runAfterPress } from '../../lib/run-after-press.ts'
import { canonicalizeText, type FormValues } from '../form-values.ts'
import type { FormControls } from './use-request-form.ts'

/** Context of the form; `null` outside a form. */
export const FormControlsContext = createContext<FormControls>(null as unknown as FormControls)

/** Returns the props that connect a text control to its form. `say` receives the warning about the parsed text. */
export function useTextControl(field: Column, path: string, say?: (warning: string | undefined) => void) {
  const { form, context, onFocus, onBlur } = use(FormControlsContext)
  function echo() {
    const text = String(form.getValues(path) ?? '')
    const understood = canonicalizeText(field, text, form.getValues() as FormValues, context)
    if (understood.text === text) return
    form.setValue(path, understood.text, { shouldDirty: true })
    say?.(understood.warning)
  }
  const registered = form.register(path, {
    onBlur: () =>
      runAfterPress(() => {
        echo()
        onBlur(path)
      }),
  })
  return { ...registered, onFocus: () => onFocus(path), autoComplete: 'off' as const }
}
