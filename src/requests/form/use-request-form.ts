import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { Context, Field, Values } from '../../domain/fields/field.ts'
import { type FormValues, type Judged, judgeForm } from '../form-values.ts'
import { completeValues } from '../shown.ts'

/** What a control says and asks; it stays the same object as long as the form lives. */
export interface Controls {
  form: UseFormReturn
  context: Context
  /** A control was entered: what is right is not judged again until it is left. */
  entered: (path: string) => void
  left: (path: string) => void
}

export interface RequestForm {
  controls: Controls
  fields: readonly Field[]
  typed: FormValues
  judged: Judged
  /** The values with the computed ones, for the preview. */
  complete: Values
  /** Path to code, of what is to be shown now. */
  errors: Record<string, string>
  /** Path of the control one is in. */
  active: string
  /** Judges everything, shows every error, and answers with what it found. */
  check: () => Judged
  /** Shows what the server refused, until the value is changed. */
  refuse: (errors: Record<string, string>) => void
}

interface Refusal {
  code: string
  /** The value that was refused. */
  typed: string
}

/** A form's values, judged as they are typed; errors show when a field is left or the form is sent, and go when mended. */
export function useRequestForm(fields: readonly Field[], initial: FormValues, context: Context): RequestForm {
  const form = useForm<FieldValues>({ defaultValues: initial })
  // Typing comes first: judging and the preview follow when there is time.
  const typed = useDeferredValue(useWatch({ control: form.control }) as FormValues)
  const judged = useMemo(() => judgeForm(fields, typed, context), [fields, typed, context])
  const complete = useMemo(() => completeValues(fields, judged.values), [fields, judged])
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState<Record<string, Refusal>>({})
  const [active, setActive] = useState('')

  const errors = useMemo(() => {
    const shown: Record<string, string> = {}
    for (const [path, { code, typed: refused }] of Object.entries(refusals))
      if (snapshot(typed, path) === refused) shown[path] = code
    for (const [path, code] of Object.entries(judged.errors)) if (watched.has(path)) shown[path] = code
    return shown
  }, [judged, watched, refusals, typed])

  const shown = useRef(errors)
  // Before the summary's effect, which puts the focus into a field.
  useLayoutEffect(() => {
    shown.current = errors
  }, [errors])

  const controls = useMemo<Controls>(
    () => ({
      form,
      context,
      entered: (path) => {
        setActive(path)
        if (!shown.current[path]) setWatched((before) => without(before, path))
      },
      left: (path) => {
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
    judged,
    complete,
    errors,
    active,
    check: () => {
      const found = judgeForm(fields, form.getValues() as FormValues, context)
      setRefusals({})
      setWatched((before) => new Set([...before, ...Object.keys(found.errors)]))
      return found
    },
    refuse: (codes) => {
      const now = form.getValues() as FormValues
      const noted = Object.entries(codes).map(([path, code]) => [path, { code, typed: snapshot(now, path) }])
      setRefusals(Object.fromEntries(noted))
    },
  }
}

function without(set: ReadonlySet<string>, path: string): ReadonlySet<string> {
  if (!set.has(path)) return set
  const rest = new Set(set)
  rest.delete(path)
  return rest
}

function snapshot(typed: FormValues, path: string): string {
  const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], typed)
  return JSON.stringify(value) ?? ''
}
