import type { DefaultValues, FieldValues, Path, Resolver } from 'react-hook-form'
import { useForm } from 'react-hook-form'
import { applyFieldErrors, getFieldError, getFormFrameProps, withMessages } from './form-errors.ts'

export interface FormOptions<Input extends FieldValues> {
  labels: Partial<Record<Path<Input>, string>>
  resolver: Resolver<Input>
  values: DefaultValues<Input>
  /** True if `values` may change later, for example after a save. Values that the user has changed stay. */
  isLive?: boolean
  /** Sends the form. Field errors are shown at their fields, other errors above the form. */
  send: (input: Input) => Promise<unknown>
}

/** Returns a form, the properties of `FormFrame`, and the properties of each `FormField` by name. */
export function useFormFields<Input extends FieldValues>({
  labels,
  resolver,
  values,
  isLive,
  send,
}: FormOptions<Input>) {
  const form = useForm<Input>({
    resolver: withMessages(resolver),
    defaultValues: values,
    ...(isLive && { values: values as Input, resetOptions: { keepDirtyValues: true } }),
  })
  return {
    form,
    frame: {
      ...getFormFrameProps(form, labels as Record<string, string>),
      onSubmit: form.handleSubmit((input) => send(input as Input).catch((error) => applyFieldErrors(form, error))),
    },
    field: (name: Path<Input>) => ({
      label: labels[name] ?? '',
      name,
      error: getFieldError(form.formState.errors, name),
    }),
  }
}
