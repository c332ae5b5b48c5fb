import { type RefObject, useLayoutEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

/** What happened to the first paint before the page itself took over; kept by `public/early.js`. */
interface Early {
  typed: Record<string, string>
  /** Name of the control that has the focus. */
  focused: string
  /** The form was sent already. */
  sent: boolean
  stop: () => void
}

declare global {
  interface Window {
    early?: Early
  }
}

/** Hands it over, once. */
function takeOver(): Early | null {
  const { early } = window
  if (!early) return null
  early.stop()
  delete window.early
  return early
}

/** Goes on with what was typed and sent in the first paint of the same form. */
export function useEarly<Values extends FieldValues>(
  { setValue, getValues }: UseFormReturn<Values>,
  form: RefObject<HTMLFormElement | null>,
) {
  useLayoutEffect(() => {
    const early = takeOver()
    for (const name of Object.keys(getValues()) as Path<Values>[]) {
      setValue(name, (early?.typed[name] ?? '') as PathValue<Values, Path<Values>>)
      // At once: between this drawing and a later focus a key would go nowhere.
      const control = form.current?.elements.namedItem(name)
      if (early?.focused === name && control instanceof HTMLElement) control.focus()
    }
    if (early?.sent) form.current?.requestSubmit()
  }, [setValue, getValues, form])
}
