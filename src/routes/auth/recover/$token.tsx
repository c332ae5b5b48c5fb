import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { minPasswordLength } from '../../../domain/users/password.ts'
import { newPasswordSchema } from '../../../domain/users/user.ts'
import { completePasswordReset } from '../../../session/account.ts'
import { AuthScreen } from '../../../session/sign-in/auth-screen.tsx'
import { TextForm } from '../../../session/text-form.tsx'
import { LinkButton } from '../../../ui/actions/button.tsx'

export const Route = createFileRoute('/auth/recover/$token')({ component: NewPasswordScreen })

const chosen = { type: 'password', autoComplete: 'new-password' } as const

function NewPasswordScreen() {
  const { token } = Route.useParams()
  const [done, setDone] = useState(false)
  if (done)
    return (
      <AuthScreen title="Contraseña cambiada" lead="Ya puede iniciar sesión con la contraseña nueva.">
        <LinkButton variant="primary" to="/auth/login">
          Iniciar sesión
        </LinkButton>
      </AuthScreen>
    )
  return (
    <AuthScreen title="Elija una contraseña nueva" foot={<Link to="/auth/recover">Pedir otro enlace</Link>}>
      <TextForm
        schema={newPasswordSchema}
        values={{ password: '', passwordConfirm: '' }}
        fields={{
          password: { ...chosen, label: 'Contraseña nueva', help: `Al menos ${minPasswordLength} caracteres.` },
          passwordConfirm: { ...chosen, label: 'Confirme la contraseña' },
        }}
        submitLabel="Guardar contraseña"
        onSend={(input) => completePasswordReset(token, input).then(() => setDone(true))}
      />
    </AuthScreen>
  )
}
