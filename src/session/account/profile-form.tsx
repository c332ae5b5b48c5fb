import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type Profile, profileSchema, type User } from '../../domain/users/user.ts'
import { useFormFields } from '../../lib/use-form-fields.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField, TextInput } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { saveProfile } from '../account.ts'
import s from './account.module.css'

const labels = { name: 'Nombre completo', phone: 'Teléfono' }

export function ProfileForm({ user }: { user: User }) {
  const save = useMutation({
    mutationKey: ['users'],
    mutationFn: (values: Profile) => saveProfile(user, values),
    meta: { success: 'Perfil guardado', quiet: true },
  })
  const { form, frame, field } = useFormFields<Profile>({
    labels,
    resolver: zodResolver(profileSchema),
    values: { name: user.name, phone: user.phone },
    isLive: true,
    async send(values) {
      await save.mutateAsync(values)
      form.reset(values)
    },
  })
  return (
    <FormFrame {...frame} className={s.form}>
      <FormField {...field('name')}>
        <TextInput autoComplete="name" {...form.register('name')} />
      </FormField>
      <FormField {...field('phone')} optional>
        <TextInput type="tel" autoComplete="tel" {...form.register('phone')} />
      </FormField>
      <div>
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
          Guardar cambios
        </Button>
      </div>
    </FormFrame>
  )
}
