import type { DefaultValues, FieldValues, Path, Resolver, UseFormProps } from 'react-hook-form'
import { useForm } from 'react-hook-form'
import { applyFieldErrors, getFieldError, getFormFrameProps } from './form-errors.ts'

interface Options<Input extends FieldValues> {
  /** Labels of the fields, in display order. */
  labels: Partial<Record<Path<Input>, string>>
  resolver: Resolver<Input>
  values: DefaultValues<Input>
  /** Noun used in the question before unsaved changes are discarded: «este grupo». */
  noun: string
  /** Sends the form. Field errors are shown at their fields, other errors above the form. */
  send: (input: Input) => Promise<unknown>
}

/** Returns a dialog's form, the properties of `FormDialog`, and the properties of each `FormField` by name. */
export function useFormDialog<Input extends FieldValues>({ labels, resolver, values, noun, send }: Options<Input>) {
  const options: UseFormProps<Input> = { resolver, defaultValues: values }
  const form = useForm<Input>(options)
  const { errors, isDirty, isSubmitting } = form.formState
  const onSubmit = form.handleSubmit((input) => send(input as Input).catch((error) => applyFieldErrors(form, error)))
  return {
    form,
    dialog: {
      pending: isSubmitting,
      unsaved: isDirty && noun,
      ...getFormFrameProps(form, labels as Record<string, string>),
      onSubmit,
    },
    field: (name: Path<Input>) => ({ label: labels[name] ?? '', name, error: getFieldError(errors, name) }),
  }
}
