import { useState } from 'react'
import type { User } from '../../domain/users/user.ts'
import { notify } from '../../lib/notify.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { requestCode, type SentCode, saveSecondFactor } from '../account.ts'
import { EmailCodeForm } from '../sign-in/email-code-form.tsx'

/** Asks for the code that confirms the choice of a second factor. `first`: code that was sent when the dialog opened. */
export function SecondFactorDialog({ user, first, onClose }: { user: User; first: SentCode; onClose: () => void }) {
  const [sent, setSent] = useState(first)
  const enabled = !user.secondFactor
  async function save(code: string) {
    await saveSecondFactor(user, { enabled, otpId: sent.otpId, code })
    onClose()
    notify.success(enabled ? 'Desde ahora ingresa con contraseña y código' : 'Desde ahora ingresa solo con contraseña')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={enabled ? 'Activar el código al ingresar' : 'Desactivar el código al ingresar'}
      description={`Para confirmarlo, escriba el código que enviamos a ${user.email}.`}
    >
      <EmailCodeForm
        sent={sent}
        submitLabel={enabled ? 'Activar' : 'Desactivar'}
        onConfirm={save}
        onResend={() => requestCode(user.email).then(setSent)}
      />
    </Dialog>
  )
}
