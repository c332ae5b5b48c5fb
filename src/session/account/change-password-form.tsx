import { minPasswordLength } from '../../domain/users/password.ts'
import { passwordChangeSchema, type User } from '../../domain/users/user.ts'
import { changePassword } from '../account.ts'
import { TextForm } from '../text-form.tsx'
import s from './account.module.css'

const empty = { oldPassword: '', password: '', passwordConfirm: '' }
const chosen = { type: 'password', autoComplete: 'new-password' } as const

export function ChangePasswordForm({ user }: { user: User }) {
  return (
    <TextForm
      className={s.form}
      schema={passwordChangeSchema}
      values={empty}
      fields={{
        oldPassword: { label: 'Contraseña actual', type: 'password', autoComplete: 'current-password' },
        password: { ...chosen, label: 'Contraseña nueva', help: `Al menos ${minPasswordLength} caracteres.` },
        passwordConfirm: { ...chosen, label: 'Confirme la contraseña nueva' },
      }}
      submitLabel="Cambiar contraseña"
      meta={{ success: 'Contraseña cambiada' }}
      onSend={(input, form) => changePassword(user, input).then(() => form.reset(empty))}
    >
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
    </TextForm>
  )
}
