import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthScreen } from '../../../session/sign-in/auth-screen.tsx'
import { NewPasswordForm } from '../../../session/sign-in/new-password-form.tsx'
import { LinkButton } from '../../../ui/actions/button.tsx'

export const Route = createFileRoute('/auth/recover/$token')({ component: NewPasswordScreen })

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
      <NewPasswordForm token={token} onDone={() => setDone(true)} />
    </AuthScreen>
  )
}
