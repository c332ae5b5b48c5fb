import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { minPasswordLength } from '../../domain/users/password.ts'
import { type Registration, registrationSchema } from '../../domain/users/user.ts'
import { useFormFields } from '../../lib/use-form-fields.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField, TextInput } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { createAccount } from '../account.ts'

const labels = {
  name: 'Nombre completo',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  password: 'Contraseña',
  passwordConfirm: 'Confirme la contraseña',
}

export function RegisterForm({ onDone }: { onDone: () => void }) {
  const create = useMutation({
    mutationFn: createAccount,
    meta: { quiet: true },
  })
  const { form, frame, field } = useFormFields<Registration>({
    labels,
    resolver: zodResolver(registrationSchema),
    values: { name: '', email: '', phone: '', password: '', passwordConfirm: '' },
    send: (values) => create.mutateAsync(values).then(onDone),
  })
  const { register } = form
  return (
    <FormFrame
      {...frame}
      // If scripts fail, the form is sent by POST, so that the password never appears in a URL.
      method="post"
    >
      <FormField {...field('name')}>
        <TextInput autoComplete="name" {...register('name')} />
      </FormField>
      <FormField {...field('email')}>
        <TextInput type="email" autoComplete="email" autoCapitalize="none" {...register('email')} />
      </FormField>
      <FormField {...field('phone')} optional>
        <TextInput type="tel" autoComplete="tel" {...register('phone')} />
      </FormField>
      <FormField {...field('password')} help={`Al menos ${minPasswordLength} caracteres.`}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </FormField>
      <FormField {...field('passwordConfirm')}>
        <PasswordInput autoComplete="new-password" {...register('passwordConfirm')} />
      </FormField>
      <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
        Crear cuenta
      </Button>
    </FormFrame>
  )
}
