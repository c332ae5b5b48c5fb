import { useEffect, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { focusPageTitle } from '../../ui/page/layout.tsx'
import { completeSignIn, type PendingSignIn, sendSignInCode } from '../account.ts'
import { AuthScreen } from './auth-screen.tsx'
import { EmailCodeForm } from './email-code-form.tsx'

interface Props {
  pending: PendingSignIn
  onIn: () => void
  onCancel: () => void
}

/** Second step of a sign-in: the code sent by mail. */
export function SignInCodeScreen({ pending, onIn, onCancel }: Props) {
  const [sent, setSent] = useState(pending)
  // Moves focus to the title, because the focused form was removed.
  useEffect(() => focusPageTitle(), [])
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
      <EmailCodeForm
        sent={sent}
        submitLabel="Iniciar sesión"
        onConfirm={(code) => completeSignIn(sent, code).then(onIn)}
        onResend={() => sendSignInCode(sent).then(setSent)}
      >
        <Button variant="quiet" size="s" onClick={onCancel}>
          Volver a empezar
        </Button>
      </EmailCodeForm>
    </AuthScreen>
  )
}
