import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { addComputedValues } from '../../domain/fields/computation.ts'
import type { Field, ValidationContext, Values } from '../../domain/fields/field.ts'
import { type FormValidation, type FormValues, validateForm } from '../form-values.ts'

/** Interface between a form and its controls; a stable object for the lifetime of the form. */
export interface FormControls {
  form: UseFormReturn
  context: ValidationContext
  /** Called when a control gets focus. While a valid field has focus, its new errors are not shown. */
  onFocus: (path: string) => void
  onBlur: (path: string) => void
}

export interface RequestForm {
  controls: FormControls
  fields: readonly Field[]
  typed: FormValues
  validation: FormValidation
  /** Values including the computed ones, for the preview. */
  completeValues: Values
  /** Error codes to show now, by path. */
  errors: Record<string, string>
  active: string
  /** Validates all fields, shows all errors and returns the result. */
  validate: () => FormValidation
  /** Shows the server's errors until their values change. */
  showErrors: (errors: Record<string, string>) => void
}

/**
 * Form state with validation while typing. Errors appear when a field loses focus or the form is sent, and disappear
 * once corrected.
 */
export function useRequestForm(fields: readonly Field[], initial: FormValues, context: ValidationContext): RequestForm {
  const form = useForm<FieldValues>({ defaultValues: initial })
  // Defers validation and preview, so that typing stays responsive.
  const typed = useDeferredValue(useWatch({ control: form.control }) as FormValues)
  const judged = useMemo(() => validateForm(fields, typed, context), [fields, typed, context])
  const completeValues = useMemo(() => addComputedValues(fields, judged.values), [fields, judged])
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState<Record<string, { code: string; typed: string }>>({})
  const [active, setActive] = useState('')

  const errors = useMemo(() => {
    const shown: Record<string, string> = {}
    for (const [path, { code, typed: refused }] of Object.entries(refusals))
      if (serializeValue(typed, path) === refused) shown[path] = code
    for (const [path, code] of Object.entries(judged.errors)) if (watched.has(path)) shown[path] = code
    return shown
  }, [judged, watched, refusals, typed])

  const shown = useRef(errors)
  // A layout effect, because the error summary's effect then reads the ref to focus an invalid field.
  useLayoutEffect(() => {
    shown.current = errors
  }, [errors])

  const controls = useMemo<FormControls>(
    () => ({
      form,
      context,
      onFocus: (path) => {
        setActive(path)
        if (!shown.current[path]) setWatched((before) => omitPath(before, path))
      },
      onBlur: (path) => {
        setActive('')
        setWatched((before) => new Set([...before, path]))
      },
    }),
    [form, context],
  )

  return {
    controls,
    fields,
    typed,
    validation: judged,
    completeValues,
    errors,
    active,
    validate: () => {
      const found = validateForm(fields, form.getValues() as FormValues, context)
      setRefusals({})
      setWatched((before) => new Set([...before, ...Object.keys(found.errors)]))
      return found
    },
    showErrors: (codes) => {
      const now = form.getValues() as FormValues
      const noted = Object.entries(codes).map(([path, code]) => [path, { code, typed: serializeValue(now, path) }])
      setRefusals(Object.fromEntries(noted))
    },
  }
}

function omitPath(set: ReadonlySet<string>, path: string): ReadonlySet<string> {
  if (!set.has(path)) return set
  const rest = new Set(set)
  rest.delete(path)
  return rest
}

function serializeValue(typed: FormValues, path: string): string {
  const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], typed)
  return JSON.stringify(value) ?? ''
}
