import { useState } from 'react'
import type { User } from '../../domain/users/user.ts'
import { notify } from '../../lib/notify.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { requestCode, type SentCode } from '../account.ts'
import { saveSecondFactor } from '../second-factor.ts'
import { CodeForm } from '../sign-in/code-form.tsx'
import { type TotpAction, TotpDialog } from './totp-dialog.tsx'

interface Props {
  user: User
  /** Action on the app, or the code that was sent to confirm the choice of codes by mail. */
  action: TotpAction | SentCode
  onClose: () => void
}

/** Dialog that confirms a change of the second factor. */
export const SecondFactorDialog = ({ action, ...props }: Props) =>
  typeof action === 'string' ? <TotpDialog {...props} action={action} /> : <MailCodeDialog {...props} first={action} />

/** Asks for the code that confirms the choice of codes by mail. `first`: code that was sent when the dialog opened. */
function MailCodeDialog({ user, first, onClose }: { user: User; first: SentCode; onClose: () => void }) {
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
      <CodeForm
        sent={sent}
        submitLabel={enabled ? 'Activar' : 'Desactivar'}
        onConfirm={save}
        onResend={() => requestCode(user.email).then(setSent)}
      />
    </Dialog>
  )
}
