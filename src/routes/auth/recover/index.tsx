import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sendPasswordReset } from '../../../session/account.ts'
import { AuthScreen } from '../../../session/sign-in/auth-screen.tsx'
import { EmailForm } from '../../../session/sign-in/email-form.tsx'

export const Route = createFileRoute('/auth/recover/')({ component: Recover })

function Recover() {
  const [sent, setSent] = useState('')
  const back = <Link to="/auth/login">Volver al inicio de sesión</Link>
  if (sent)
    return (
      <AuthScreen
        title="Revise su correo"
        lead={
          <>
            Si <strong>{sent}</strong> tiene una cuenta, recibirá un enlace para elegir una contraseña nueva. Puede
            tardar unos minutos.
          </>
        }
        foot={back}
      />
    )
  return (
    <AuthScreen
      title="Recuperar la contraseña"
      lead="Escriba su correo y le enviaremos un enlace para elegir una nueva."
      foot={back}
    >
      <EmailForm submitLabel="Enviar enlace" onSend={(email) => sendPasswordReset(email).then(() => setSent(email))} />
    </AuthScreen>
  )
}
