import { zodResolver } from '@hookform/resolvers/zod'
import { type MutationMeta, useMutation } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useFormFields } from '../lib/use-form-fields.ts'
import { Button } from '../ui/actions/button.tsx'
import { FormField, TextInput } from '../ui/form/form-field.tsx'
import { FormFrame } from '../ui/form/form-frame.tsx'
import { PasswordInput } from '../ui/form/password-input.tsx'

interface TextField extends Pick<ComponentProps<'input'>, 'autoComplete' | 'autoCapitalize' | 'spellCheck'> {
  label: string
  /** A password has a button that shows its characters. */
  type?: 'email' | 'tel' | 'password'
  help?: string
  optional?: boolean
  /** Shows the field only if it has an error. */
  isHidden?: boolean
}

interface Props<Input extends FieldValues> {
  schema: z.ZodMiniType<Input, Input>
  values: DefaultValues<Input>
  /** True if `values` may change later. */
  isLive?: boolean
  /** Fields in their order. Values without a field are sent as they are. */
  fields: Partial<Record<Path<Input>, TextField>>
  submitLabel: string
  /** Sends the form. Its errors are shown in the form. */
  onSend: (input: Input, form: UseFormReturn<Input>) => Promise<unknown>
  meta?: MutationMeta
  className?: string | undefined
  /** Content above the fields. */
  children?: ReactNode
}

/** Form of text fields with a submit button. */
export function TextForm<Input extends FieldValues>({ fields, submitLabel, onSend, meta, ...props }: Props<Input>) {
  const { schema, values, isLive = false, className, children } = props
  const listed = Object.entries(fields) as [Path<Input>, TextField][]
  const sending = useMutation({
    mutationFn: (input: Input): Promise<unknown> => onSend(input, form),
    meta: { quiet: true, ...meta },
  })
  const { form, frame, field } = useFormFields<Input>({
    labels: Object.fromEntries(listed.map(([name, { label }]) => [name, label])) as Record<Path<Input>, string>,
    resolver: zodResolver(schema),
    values,
    isLive,
    send: sending.mutateAsync,
  })
  return (
    // If scripts fail, the form is sent by POST, so that a password never appears in a URL.
    <FormFrame {...frame} method="post" className={className}>
      {children}
      {listed.map(([name, { label: _, type, help, optional = false, isHidden, ...attributes }]) => {
        const input = { ...attributes, ...form.register(name) }
        const { error, ...labelled } = field(name)
        if (isHidden && !error) return null
        return (
          <FormField key={name} {...labelled} error={error} help={help} optional={optional}>
            {type === 'password' ? <PasswordInput {...input} /> : <TextInput type={type} {...input} />}
          </FormField>
        )
      })}
      <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
        {submitLabel}
      </Button>
    </FormFrame>
  )
}
