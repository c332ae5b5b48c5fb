import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { canCorrectEmail, confirmEmail, correctEmail, sendEmailCode } from '../account.ts'
import { AuthScreen } from './auth-screen.tsx'
import { AwaitingActivation } from './awaiting-activation.tsx'
import { CodeForm } from './code-form.tsx'
import { EmailForm } from './email-form.tsx'
import { clearPendingRegistration, loadPendingRegistration } from './pending-registration.ts'

/** Screen of a registration that waits for the code of its email address. */
export function EmailCheckScreen() {
  const [waiting, setWaiting] = useState(loadPendingRegistration)
  const [isCorrecting, setCorrecting] = useState(false)
  if (!waiting)
    return (
      <AuthScreen
        title="Confirme su correo"
        lead="Escriba el correo con el que se registró y le enviaremos un código."
        foot={
          <>
            ¿Lo escribió mal al registrarse? <Link to="/auth/register">Cree la cuenta otra vez</Link>
          </>
        }
      >
        <EmailForm submitLabel="Enviar código" onSend={(email) => sendEmailCode(email).then(setWaiting)} />
      </AuthScreen>
    )
  if (waiting.verified) return <AwaitingActivation email={waiting.email} />
  if (isCorrecting)
    return (
      <AuthScreen
        title="Corrija su correo"
        lead="Crearemos la cuenta con los demás datos que escribió y enviaremos el código al correo nuevo."
      >
        <EmailForm
          email={waiting.email}
          submitLabel="Enviar código"
          onSend={(email) =>
            correctEmail(email).then((corrected) => {
              setWaiting(corrected)
              setCorrecting(false)
            })
          }
        />
        <Button variant="quiet" onClick={() => setCorrecting(false)}>
          Volver
        </Button>
      </AuthScreen>
    )
  function startAgain() {
    clearPendingRegistration()
    setWaiting(null)
  }
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
      <CodeForm
        key={waiting.email}
        sent={waiting}
        submitLabel="Confirmar correo"
        onConfirm={(code) => confirmEmail(waiting, code).then(setWaiting)}
        onResend={() => sendEmailCode(waiting.email).then(setWaiting)}
      >
        {canCorrectEmail() ? (
          <Button variant="quiet" size="s" onClick={() => setCorrecting(true)}>
            Corregir el correo
          </Button>
        ) : (
          <Button variant="quiet" size="s" onClick={startAgain}>
            Usar otro correo
          </Button>
        )}
      </CodeForm>
    </AuthScreen>
  )
}
