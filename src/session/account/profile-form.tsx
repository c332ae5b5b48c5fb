import { profileSchema, type User } from '../../domain/users/user.ts'
import { saveProfile } from '../account.ts'
import { TextForm } from '../text-form.tsx'
import s from './account.module.css'

export function ProfileForm({ user }: { user: User }) {
  return (
    <TextForm
      className={s.form}
      schema={profileSchema}
      values={{ name: user.name, phone: user.phone }}
      isLive
      fields={{
        name: { label: 'Nombre completo', autoComplete: 'name' },
        phone: { label: 'Teléfono', type: 'tel', autoComplete: 'tel', optional: true },
      }}
      submitLabel="Guardar cambios"
      meta={{ success: 'Perfil guardado', invalidates: [['users']] }}
      onSend={(input, form) => saveProfile(user, input).then(() => form.reset(input))}
    />
  )
}
