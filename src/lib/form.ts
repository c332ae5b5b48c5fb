import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { sentenceOf } from '../domain/text/sentence.ts'
import { fieldErrorsOf, messageOf } from './message.ts'

/** Puts the server's refusals on the fields of the form; what belongs to no field of it goes to `root`. */
export function applyFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown) {
  const known = Object.entries(fieldErrorsOf(error)).filter(([field]) => field in form.getValues())
  for (const [index, [field, message]] of known.entries())
    form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 })
  if (known.length === 0) form.setError('root', { type: 'server', message: messageOf(error) })
}

/** The sentence of one field, whose message is a code of the domain or already a sentence. */
export function errorOf<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  name: Path<Values>,
): string | undefined {
  const message: unknown = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], errors)
  const text = (message as { message?: string } | undefined)?.message
  return text ? sentenceOf(text) : undefined
}

/** All fields with an error, for the error summary: `labels` gives their order and names. */
function errorSummaryOf<Values extends FieldValues>(errors: FieldErrors<Values>, labels: Record<string, string>) {
  return Object.entries(labels).flatMap(([name, label]) => {
    const message = errorOf(errors, name as Path<Values>)
    return message ? [{ name, message: `${label}: ${message}` }] : []
  })
}

/** What the frame of a form shows of it; `labels` gives its fields' order and names. */
export function frameOf<Values extends FieldValues>(
  { formState }: UseFormReturn<Values>,
  labels: Record<string, string>,
) {
  const { errors, submitCount } = formState
  const found = errorSummaryOf(errors, labels)
  // The error of a single field stands below it: a summary would show the same twice, so it is only announced.
  const isSingle = Object.keys(labels).length === 1
  return {
    errors: isSingle ? [] : found,
    announced: isSingle ? found[0]?.message : undefined,
    attempt: submitCount,
    refusal: errors.root?.message,
  }
}
