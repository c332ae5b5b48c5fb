import { createContext, use } from 'react'
import type { Column } from '../../domain/fields/field.ts'
import { afterPress } from '../../lib/after-press.ts'
import { canonicalizeText, type FormValues } from '../form-values.ts'
import type { Controls } from './use-request-form.ts'

/** Context of the form; `null` outside a form. */
export const ControlsContext = createContext<Controls>(null as unknown as Controls)

/** Returns the props that connect a text control to its form. `say` receives the warning about the parsed text. */
export function useText(field: Column, path: string, say?: (warning: string | undefined) => void) {
  const { form, context, entered, left } = use(ControlsContext)
  function echo() {
    const text = String(form.getValues(path) ?? '')
    const understood = canonicalizeText(field, text, form.getValues() as FormValues, context)
    if (understood.text === text) return
    form.setValue(path, understood.text, { shouldDirty: true })
    say?.(understood.warning)
  }
  const registered = form.register(path, {
    onBlur: () =>
      afterPress(() => {
        echo()
        left(path)
      }),
  })
  return { ...registered, onFocus: () => entered(path), autoComplete: 'off' as const }
}
