import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { errorMessages as sentences } from '../../domain/errors.ts'
import { minPasswordLength } from '../../domain/users/password.ts'
import { type NewPassword, newPasswordSchema } from '../../domain/users/user.ts'
import { getFieldErrors } from '../../lib/form-errors.ts'
import { useFormFields } from '../../lib/use-form-fields.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { completePasswordReset } from '../account.ts'

const labels = { password: 'Contraseña nueva', passwordConfirm: 'Confirme la contraseña' }

export function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const change = useMutation({
    mutationFn: (values: NewPassword) => completePasswordReset(token, values),
    meta: { quiet: true },
  })
  function refuse(error: unknown) {
    if (!('token' in getFieldErrors(error))) throw error
    form.setError('root', { message: sentences['recovery.token'] })
  }
  const { form, frame, field } = useFormFields<NewPassword>({
    labels,
    resolver: zodResolver(newPasswordSchema),
    values: { password: '', passwordConfirm: '' },
    send: (values) => change.mutateAsync(values).then(onDone, refuse),
  })
  return (
    <FormFrame {...frame}>
      <FormField {...field('password')} help={`Al menos ${minPasswordLength} caracteres.`}>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </FormField>
      <FormField {...field('passwordConfirm')}>
        <PasswordInput autoComplete="new-password" {...form.register('passwordConfirm')} />
      </FormField>
      <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
        Guardar contraseña
      </Button>
    </FormFrame>
  )
}
