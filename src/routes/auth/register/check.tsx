import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sendEmailCode } from '../../../session/account.ts'
import { AuthScreen } from '../../../session/auth-screen.tsx'
import { AwaitingActivation } from '../../../session/awaiting-activation.tsx'
import { EmailCodeForm } from '../../../session/email-code-form.tsx'
import { EmailForm } from '../../../session/email-form.tsx'
import { loadPendingRegistration } from '../../../session/pending-registration.ts'

export const Route = createFileRoute('/auth/register/check')({ component: Check })

function Check() {
  const [waiting, setWaiting] = useState(loadPendingRegistration)
  if (!waiting)
    return (
      <AuthScreen
        title="Confirme su correo"
        lead="Escriba el correo con el que se registró y le enviaremos un código."
        foot={<Link to="/auth/login">Volver al inicio de sesión</Link>}
      >
        <EmailForm submitLabel="Enviar código" onSend={(email) => sendEmailCode(email).then(setWaiting)} />
      </AuthScreen>
    )
  if (waiting.verified) return <AwaitingActivation email={waiting.email} />
  return (
    <AuthScreen
      title="Confirme su correo"
      lead={
        waiting.otpId ? (
          <>
            Enviamos un código de seis dígitos a <strong>{waiting.email}</strong>. Vence en diez minutos. Revise también
            el correo no deseado.
          </>
        ) : (
          <>
            Su cuenta quedó creada, pero el código no pudo enviarse a <strong>{waiting.email}</strong>. Pídalo de nuevo.
          </>
        )
      }
      foot="Después de confirmar el correo, un administrador activará su cuenta."
    >
      <EmailCodeForm waiting={waiting} onChange={setWaiting} />
    </AuthScreen>
  )
}
