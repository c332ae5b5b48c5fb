import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { getErrorMessage } from '../domain/text/error-message.ts'
import { describeError } from './error-message.ts'
import { getFieldErrors } from './field-errors.ts'

/** Shows the server's errors at the form's fields. If none of the errors belongs to a field, shows the message as `root` error. */
export function applyFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown) {
  const known = Object.entries(getFieldErrors(error)).filter(([field]) => field in form.getValues())
  for (const [index, [field, message]] of known.entries())
    form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  if (known.length === 0) form.setError('root', { type: 'server', message: describeError(error) })
}

/** Returns the error message of a field. Converts an error code to its message; other texts are already messages. */
export function getFieldError<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  name: Path<Values>,
): string | undefined {
  const message: unknown = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], errors)
  const text = (message as { message?: string } | undefined)?.message
  return text ? getErrorMessage(text) : undefined
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
