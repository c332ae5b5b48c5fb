import { useEffect, useState } from 'react'
import { pb } from '../../lib/pb.ts'
import { Button } from '../../ui/actions/button.tsx'
import { focusPageTitle } from '../../ui/page/layout.tsx'
import { openSession, type PendingSignIn, sendSignInCode } from '../account.ts'
import { AuthScreen } from './auth-screen.tsx'
import { CodeForm } from './code-form.tsx'

interface Props {
  pending: PendingSignIn
  onIn: () => void
  onCancel: () => void
}

/** Second step of a sign-in: the code of the user's app, or the one sent by mail. */
export function SignInCodeScreen({ pending, onIn, onCancel }: Props) {
  const [sent, setSent] = useState(pending)
  // Moves focus to the title, because the focused form was removed.
  useEffect(() => focusPageTitle(), [])
  const confirm = (code: string) => completeSignIn(sent, code).then(onIn)
  const cancel = (
    <Button variant="quiet" size="s" onClick={onCancel}>
      Volver a empezar
    </Button>
  )
  if (sent.isApp)
    return (
      <AuthScreen title="Escriba el código" lead="Abra su aplicación de códigos y escriba los seis dígitos.">
        <CodeForm hasRecovery submitLabel="Iniciar sesión" onConfirm={confirm}>
          {cancel}
        </CodeForm>
      </AuthScreen>
    )
  return (
    <AuthScreen
      title="Escriba el código"
      lead={
        sent.otpId ? (
          <>
            Enviamos un código de seis dígitos a <strong>{sent.email}</strong>. Vence en diez minutos.
          </>
        ) : (
          'La contraseña es correcta, pero el código no pudo enviarse. Pídalo de nuevo.'
        )
      }
    >
      <CodeForm
        sent={sent}
        submitLabel="Iniciar sesión"
        onConfirm={confirm}
        onResend={() => sendSignInCode(sent).then(setSent)}
      >
        {cancel}
      </CodeForm>
    </AuthScreen>
  )
}

/** Completes a sign-in with its code. */
async function completeSignIn({ mfaId, isApp, otpId }: PendingSignIn, code: string) {
  const path = isApp ? '/api/app/auth-with-totp' : '/api/collections/users/auth-with-otp'
  const body = isApp ? { mfaId, code } : { otpId, password: code, mfaId }
  openSession(await pb.send(path, { method: 'POST', body }))
}
