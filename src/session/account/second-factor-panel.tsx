import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { User } from '../../domain/users/user.ts'
import { describeError } from '../../lib/api-error.ts'
import { lazyComponent } from '../../lib/loading/lazy-component.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { requestCode, type SentCode } from '../account.ts'

const SecondFactorDialog = lazyComponent(() =>
  import('./second-factor-dialog.tsx').then((file) => file.SecondFactorDialog),
)

/** Switch for the second factor. */
export function SecondFactorPanel({ user }: { user: User }) {
  const [sent, setSent] = useState<SentCode | null>(null)
  const send = useMutation({ mutationFn: () => requestCode(user.email), meta: { quiet: true }, onSuccess: setSent })
  const note = user.role === '_admin' ? ' La organización puede exigirlo a los administradores.' : ''
  return (
    <Panel
      title="Código al ingresar"
      description="Protege su cuenta de quien conozca su contraseña. No la protege de quien pueda leer su correo."
    >
      <Switch
        label="Pedir un código además de la contraseña"
        help={`Llega a su correo cada vez que ingresa.${note}`}
        checked={user.secondFactor}
        disabled={send.isPending}
        onChange={() => send.mutate()}
      />
      {send.error && (
        <Notice tone="danger" live>
          {describeError(send.error)}
        </Notice>
      )}
      {sent && (
        <Suspense>
          <SecondFactorDialog user={user} first={sent} onClose={() => setSent(null)} />
        </Suspense>
      )}
    </Panel>
  )
}
