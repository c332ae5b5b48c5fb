import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { encodeScreenQrCode, toQrSvgPath } from '../../domain/documents/qr/qr.ts'
import { type TotpStart, totpStartSchema } from '../../domain/users/totp.ts'
import type { RecoveryCodes, TotpSecret } from '../../domain/users/totp-output.ts'
import type { User } from '../../domain/users/user.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { installationQuery } from '../../lib/installation-query.ts'
import { notify } from '../../lib/notify.ts'
import { useFormFields } from '../../lib/use-form-fields.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { SecretDialog } from '../../ui/overlay/secret-dialog.tsx'
import { buildTotpUrl, confirmTotp, createRecoveryCodes, endTotp, groupByFour, startTotp } from '../second-factor.ts'
import { CodeForm } from '../sign-in/code-form.tsx'
import s from './account.module.css'

export type TotpAction = 'start' | 'codes' | 'end'

interface Props {
  user: User
  action: TotpAction
  onClose: () => void
}

/** Dialog that activates the user's app, deactivates it or creates recovery codes. */
export function TotpDialog({ user, action, onClose }: Props) {
  const [secret, setSecret] = useState<TotpSecret>()
  const [made, setMade] = useState<RecoveryCodes>()
  if (made) return <RecoveryCodesDialog user={user} codes={made.codes} onClose={onClose} />
  if (action === 'start' && !secret) return <PasswordDialog user={user} onSecret={setSecret} onClose={onClose} />
  if (secret)
    return (
      <Dialog
        open
        onClose={onClose}
        title="Agregue la cuenta a su aplicación"
        description="Escanee el código QR con la aplicación y escriba los seis dígitos que muestra."
      >
        <SecretQrCode user={user} secret={secret} />
        <CodeForm submitLabel="Activar" onConfirm={(code) => confirmTotp(user, secret.token, code).then(setMade)} />
      </Dialog>
    )
  async function end(code: string) {
    await endTotp(user, code)
    onClose()
    notify.success('La aplicación de códigos ya no se usa')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={action === 'end' ? 'Desactivar la aplicación de códigos' : 'Crear códigos de recuperación nuevos'}
      description={`Para confirmarlo, escriba un código de la aplicación.${action === 'codes' ? ' Los códigos anteriores dejan de servir.' : ''}`}
    >
      <CodeForm
        hasRecovery
        submitLabel={action === 'end' ? 'Desactivar' : 'Crear los códigos'}
        onConfirm={(code) => (action === 'end' ? end(code) : createRecoveryCodes(code).then(setMade))}
      />
    </Dialog>
  )
}

function PasswordDialog({
  user,
  onSecret,
  onClose,
}: Omit<Props, 'action'> & { onSecret: (secret: TotpSecret) => void }) {
  const { form, frame, field } = useFormFields<TotpStart>({
    labels: { password: 'Su contraseña' },
    resolver: zodResolver(totpStartSchema),
    values: { password: '' },
    send: (input) => startTotp(input).then(onSecret),
  })
  return (
    <FormDialog
      id="totp"
      title="Activar la aplicación de códigos"
      description="Antes instale una en su teléfono, por ejemplo Google Authenticator, Microsoft Authenticator o Aegis."
      submit="Continuar"
      pending={form.formState.isSubmitting}
      {...frame}
      onClose={onClose}
    >
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <FormField {...field('password')}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </FormField>
    </FormDialog>
  )
}

function SecretQrCode({ user, secret }: { user: User; secret: TotpSecret }) {
  const { data: status } = useQuery(installationQuery)
  const qr = encodeScreenQrCode(buildTotpUrl(secret, user.email, status?.organisation || 'Formatos'))
  return (
    <>
      {qr && (
        <svg role="img" aria-label="Código QR" className={s.qr} viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}>
          <path transform={`matrix(1 0 0 -1 0 ${qr.size})`} d={toQrSvgPath(qr)} />
        </svg>
      )}
      <p className="text-tertiary">
        Si no puede escanearlo, escriba esta clave en la aplicación: <code>{groupByFour(secret.secret)}</code>
      </p>
    </>
  )
}

function RecoveryCodesDialog({ user, codes, onClose }: Omit<Props, 'action'> & { codes: string[] }) {
  const text = codes.map(groupByFour).join('\n')
  const file = `Códigos de recuperación de ${user.email}. Cada uno sirve una vez.\n\n${text}\n`
  return (
    <SecretDialog
      title="Guarde sus códigos de recuperación"
      label="Lista de códigos"
      secret={text}
      rows={codes.length}
      closeLabel="Ya los guardé"
      actions={
        <Button icon="download" onClick={() => downloadFile(new Blob([file]), 'codigos-de-recuperacion.txt')}>
          Descargar
        </Button>
      }
      onClose={onClose}
    >
      Si pierde el teléfono, ingrese con uno de ellos. Cada uno sirve una vez. No se vuelven a mostrar.
    </SecretDialog>
  )
}
