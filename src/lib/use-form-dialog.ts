import type { FieldValues } from 'react-hook-form'
import { type FormOptions, useFormFields } from './use-form-fields.ts'

interface Options<Input extends FieldValues> extends FormOptions<Input> {
  /** Noun used in the question before unsaved changes are discarded: «este grupo». */
  noun: string
}

/** Returns a dialog's form, the properties of `FormDialog`, and the properties of each `FormField` by name. */
export function useFormDialog<Input extends FieldValues>({ noun, ...options }: Options<Input>) {
  const { form, frame, field } = useFormFields(options)
  const { isDirty, isSubmitting } = form.formState
  return { form, dialog: { pending: isSubmitting, unsaved: isDirty && noun, ...frame }, field }
}
