import type { FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import { getErrorMessage } from '../domain/text/error-message.ts'
import { describeError, isApiError, listFieldErrors } from './api-error.ts'

/** Returns a resolver whose errors have messages instead of codes. */
export function withMessages<Values extends FieldValues>(resolver: Resolver<Values>): Resolver<Values> {
  return async (...args) => {
    const result = await resolver(...args)
    replaceCodes(result.errors)
    return result
  }
}

/** Replaces the codes in a form's errors, which are nested like its fields. Texts that are already messages stay. */
function replaceCodes(errors: object) {
  for (const [key, value] of Object.entries(errors)) {
    if (key === 'message' && typeof value === 'string') Object.assign(errors, { message: getErrorMessage(value) })
    // `ref` is the field's element.
    else if (key !== 'ref' && value && typeof value === 'object') replaceCodes(value)
  }
}

/** Shows the server's errors at the form's fields. If none of the errors belongs to a field, shows the message as `root` error. */
export function applyFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown) {
  const refusals = isApiError(error) ? listFieldErrors(error) : []
  const known = refusals.filter(([field]) => field in form.getValues())
  if (known.length === 0) return form.setError('root', { type: 'server', message: describeError(error) })
  for (const [index, [field, code]] of known.entries())
    form.setError(
      field as Path<Values>,
      { type: 'server', message: getErrorMessage(code) },
      { shouldFocus: index === 0 },
    )
}

/** Returns the error message of a field. */
export function getFieldError<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  name: Path<Values>,
): string | undefined {
  const message: unknown = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], errors)
  return (message as { message?: string } | undefined)?.message || undefined
}

/** Returns the messages of all invalid fields for the error summary; `labels` sets their order and names. */
function getErrorSummary<Values extends FieldValues>(errors: FieldErrors<Values>, labels: Record<string, string>) {
  return Object.entries(labels).flatMap(([name, label]) => {
    const message = getFieldError(errors, name as Path<Values>)
    return message ? [{ name, message: `${label}: ${message}` }] : []
  })
}

/** Returns the props of `FormFrame` that show errors; `labels` sets the order and names of the fields. */
export function getFormFrameProps<Values extends FieldValues>(
  { formState }: UseFormReturn<Values>,
  labels: Record<string, string>,
) {
  const { errors, submitCount } = formState
  const found = getErrorSummary(errors, labels)
  // In a form with a single field the error is only announced to screen readers, because the field displays it.
  const isSingle = Object.keys(labels).length === 1
  return {
    errors: isSingle ? [] : found,
    announced: isSingle ? found[0]?.message : undefined,
    attempt: submitCount,
    refusal: errors.root?.message,
  }
}

/** Returns the error messages by field name, for fields that the server rejected. */
export function getFieldErrors(error: unknown): Record<string, string> {
  if (!isApiError(error)) return {}
  return Object.fromEntries(listFieldErrors(error).map(([field, code]) => [field, getErrorMessage(code)]))
}
