import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { errorMessages as sentences } from '../../domain/errors.ts'
import { type EmailConfirmation, emailConfirmationSchema } from '../../domain/users/user.ts'
import { getFieldErrors } from '../../lib/form-errors.ts'
import { useFormFields } from '../../lib/use-form-fields.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { confirmEmailChange } from '../account.ts'

const labels = { password: 'Contraseña' }

export function NewEmailForm({ token, onDone }: { token: string; onDone: () => void }) {
  const confirming = useMutation({ mutationFn: confirmEmailChange, meta: { quiet: true } })
  function refuse(error: unknown) {
    if (!('token' in getFieldErrors(error))) throw error
    form.setError('root', { message: sentences['email.token'] })
  }
  const { form, frame, field } = useFormFields<EmailConfirmation>({
    labels,
    resolver: zodResolver(emailConfirmationSchema),
    values: { token, password: '' },
    send: (values) => confirming.mutateAsync(values).then(onDone, refuse),
  })
  return (
    <FormFrame {...frame}>
      <FormField {...field('password')}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </FormField>
      <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
        Confirmar el correo
      </Button>
    </FormFrame>
  )
}
