import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type PasswordRecovery, passwordRecoverySchema } from '../../domain/users/user.ts'
import { useFormFields } from '../../lib/use-form-fields.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField, TextInput } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'

const labels = { email: 'Correo electrónico' }

interface Props {
  email?: string
  submitLabel: string
  onSend: (email: string) => Promise<unknown>
}

export function EmailForm({ email = '', submitLabel, onSend }: Props) {
  const sending = useMutation({ mutationFn: onSend, meta: { quiet: true } })
  const { form, frame, field } = useFormFields<PasswordRecovery>({
    labels,
    resolver: zodResolver(passwordRecoverySchema),
    values: { email },
    send: ({ email }) => sending.mutateAsync(email),
  })
  return (
    <FormFrame {...frame}>
      <FormField {...field('email')}>
        <TextInput type="email" autoComplete="email" autoCapitalize="none" {...form.register('email')} />
      </FormField>
      <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
        {submitLabel}
      </Button>
    </FormFrame>
  )
}
