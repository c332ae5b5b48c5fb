import { type RefObject, useLayoutEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

/** User input in the prerendered form before React was loaded, recorded by `src/public/early.js`. */
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

/** Stops recording the input and returns the recorded input; `null` if there is none or it was already returned. */
function takePrerenderedInput(): PrerenderedInput | null {
  const { early } = window
  if (!early) return null
  early.stop()
  delete window.early
  return early
}

/** Applies the values, focus and submit of the prerendered form to the React form. */
export function usePrerenderedInput<Values extends FieldValues>(
  { setValue, getValues }: UseFormReturn<Values>,
  form: RefObject<HTMLFormElement | null>,
) {
  useLayoutEffect(() => {
    const early = takePrerenderedInput()
    for (const name of Object.keys(getValues()) as Path<Values>[]) {
      setValue(name, (early?.typed[name] ?? '') as PathValue<Values, Path<Values>>)
      // Sets the focus before the browser paints, because keys pressed without focus would be lost.
      const control = form.current?.elements.namedItem(name)
      if (early?.focused === name && control instanceof HTMLElement) control.focus()
    }
    if (early?.sent) form.current?.requestSubmit()
  }, [setValue, getValues, form])
}
