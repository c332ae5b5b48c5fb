import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { TotpState } from '../../domain/users/totp-output.ts'
import type { User } from '../../domain/users/user.ts'
import { describeError } from '../../lib/api-error.ts'
import { lazyComponent } from '../../lib/loading/lazy-component.tsx'
import { pb } from '../../lib/pb.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Panel, Stack } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { requestCode, type SentCode } from '../account.ts'
import type { TotpAction } from './totp-dialog.tsx'

const SecondFactorDialog = lazyComponent(() =>
  import('./second-factor-dialog.tsx').then((file) => file.SecondFactorDialog),
)

const totpQuery = queryOptions({ queryKey: ['totp'], queryFn: () => pb.send<TotpState>('/api/app/totp', {}) })

/** Switches for the second factor: a code sent by mail, or one of an app, which replaces the mail. */
export function SecondFactorPanel({ user }: { user: User }) {
  const [action, setAction] = useState<TotpAction | SentCode | null>(null)
  const { data: totp, isPending, refetch } = useQuery(totpQuery)
  const isActive = totp?.isActive === true
  const send = useMutation({ mutationFn: () => requestCode(user.email), meta: { quiet: true }, onSuccess: setAction })
  function close() {
    setAction(null)
    void refetch()
  }
  const note = user.role === '_admin' ? ' La organización puede exigirlo a los administradores.' : ''
  return (
    <Panel
      title="Código al ingresar"
      description="Protege su cuenta de quien conozca su contraseña. El de una aplicación, también de quien pueda leer su correo."
    >
      <Stack>
        {!isPending && !isActive && (
          <Switch
            label="Pedir un código por correo"
            help={`Llega cada vez que ingresa.${note}`}
            checked={user.secondFactor}
            disabled={send.isPending}
            onChange={() => send.mutate()}
          />
        )}
        {totp && (isActive || totp.isOffered || user.role === '_admin') && (
          <Switch
            label="Pedir el código de una aplicación"
            help={
              isActive || totp.isOffered
                ? 'Sale de su teléfono, sin conexión.'
                : 'Falta la variable ENCRYPTION_KEY en el servidor.'
            }
            checked={isActive}
            disabled={!isActive && !totp.isOffered}
            onChange={() => setAction(isActive ? 'end' : 'start')}
          />
        )}
        {isActive && (
          <div>
            <p className="text-tertiary">Códigos de recuperación sin usar: {totp.recoveryCodes}</p>
            <Button size="s" onClick={() => setAction('codes')}>
              Crear códigos nuevos
            </Button>
          </div>
        )}
        {send.error && (
          <Notice tone="danger" live>
            {describeError(send.error)}
          </Notice>
        )}
      </Stack>
      {action && (
        <Suspense>
          <SecondFactorDialog user={user} action={action} onClose={close} />
        </Suspense>
      )}
    </Panel>
  )
}
