import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type Profile, profileSchema, type User } from '../domain/users/user.ts'
import { applyFieldErrors, getFieldError, getFormFrameProps, withMessages } from '../lib/form-errors.ts'
import { Button } from '../ui/button.tsx'
import { FormField } from '../ui/form-field.tsx'
import { FormFrame } from '../ui/form-frame.tsx'
import { TextInput } from '../ui/text-input.tsx'
import s from './account.module.css'
import { saveProfile } from './account.ts'

const labels = { name: 'Nombre completo', phone: 'Teléfono' }

export function ProfileForm({ user }: { user: User }) {
  const form = useForm<Profile>({
    resolver: withMessages(zodResolver(profileSchema)),
    values: { name: user.name, phone: user.phone },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isSubmitting } = form.formState
  const save = useMutation({
    mutationKey: ['users'],
    mutationFn: (values: Profile) => saveProfile(user, values),
    meta: { success: 'Perfil guardado', quiet: true },
  })
  const submit = form.handleSubmit((values) =>
    save.mutateAsync(values).then(
      () => form.reset(values),
      (error: unknown) => applyFieldErrors(form, error),
    ),
  )
  return (
    <FormFrame {...getFormFrameProps(form, labels)} className={s.form} onSubmit={submit}>
      <FormField label={labels.name} name="name" error={getFieldError(errors, 'name')}>
        <TextInput autoComplete="name" {...form.register('name')} />
      </FormField>
      <FormField label={labels.phone} name="phone" optional error={getFieldError(errors, 'phone')}>
        <TextInput type="tel" autoComplete="tel" {...form.register('phone')} />
      </FormField>
      <div>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          Guardar cambios
        </Button>
      </div>
    </FormFrame>
  )
}
