import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { currentPasswordSchema } from '../../../domain/users/user.ts'
import { confirmEmailChange } from '../../../session/account.ts'
import { AuthScreen } from '../../../session/sign-in/auth-screen.tsx'
import { TextForm } from '../../../session/text-form.tsx'
import { LinkButton } from '../../../ui/actions/button.tsx'

export const Route = createFileRoute('/auth/email/$token')({ component: NewEmailScreen })

function NewEmailScreen() {
  const { token } = Route.useParams()
  const [done, setDone] = useState(false)
  if (done)
    return (
      <AuthScreen title="Correo confirmado" lead="Inicie sesión con el correo nuevo y la misma contraseña.">
        <LinkButton variant="primary" to="/auth/login">
          Iniciar sesión
        </LinkButton>
      </AuthScreen>
    )
  return (
    <AuthScreen title="Confirme su correo nuevo" lead="Escriba la contraseña de su cuenta.">
      <TextForm
        schema={currentPasswordSchema}
        values={{ password: '' }}
        fields={{ password: { label: 'Contraseña', type: 'password', autoComplete: 'current-password' } }}
        submitLabel="Confirmar el correo"
        onSend={({ password }) => confirmEmailChange({ token, password }).then(() => setDone(true))}
      />
    </AuthScreen>
  )
}
