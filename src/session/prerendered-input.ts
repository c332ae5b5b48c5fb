import { type RefObject, useLayoutEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

/** User input in the prerendered form before React took over, recorded by `src/public/early.js`. */
interface PrerenderedInput {
  typed: Record<string, string>
  focused: string
  /** True if the user already submitted the form. */
  sent: boolean
  stop: () => void
}

declare global {
  interface Window {
    early?: PrerenderedInput
  }
}

/** Returns the recorded input once, then stops recording. */
function takePrerenderedInput(): PrerenderedInput | null {
  const { early } = window
  if (!early) return null
  early.stop()
  delete window.early
  return early
}

/** Restores the values, focus and submission that the user made in the prerendered form. */
export function usePrerenderedInput<Values extends FieldValues>(
  { setValue, getValues }: UseFormReturn<Values>,
  form: RefObject<HTMLFormElement | null>,
) {
  useLayoutEffect(() => {
    const early = takePrerenderedInput()
    for (const name of Object.keys(getValues()) as Path<Values>[]) {
      setValue(name, (early?.typed[name] ?? '') as PathValue<Values, Path<Values>>)
      // Focuses before the browser paints, because keys typed in between would be lost.
      const control = form.current?.elements.namedItem(name)
      if (early?.focused === name && control instanceof HTMLElement) control.focus()
    }
    if (early?.sent) form.current?.requestSubmit()
  }, [setValue, getValues, form])
}
