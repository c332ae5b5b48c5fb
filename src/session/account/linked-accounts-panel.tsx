import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../domain/users/user.ts'
import { installationQuery } from '../../lib/installation-query.ts'
import { pb } from '../../lib/pb.ts'
import { Button } from '../../ui/actions/button.tsx'
import { RecordLine } from '../../ui/data/record-line.tsx'
import { MutationDialog } from '../../ui/overlay/mutation-dialog.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { openProvider } from '../single-sign-on.ts'

interface Link {
  id: string
  provider: string
}

const links = pb.collection<Link>('_externalAuths')
const linksQuery = queryOptions({ queryKey: ['_externalAuths'], queryFn: () => links.getFullList() })
const unlinkMutation = mutationOptions({
  mutationKey: ['_externalAuths'],
  mutationFn: (id: string) => links.delete(id),
  meta: { quiet: true, success: 'Cuenta desvinculada' },
})

/** Accounts of providers with which the user signs in. Hidden without providers, and from users who may not link one, because their address is not confirmed. */
export function LinkedAccountsPanel({ user }: { user: User }) {
  const { data: { providers = [], passwordSignIn } = {} } = useQuery({ ...installationQuery, enabled: user.verified })
  const { data = [] } = useQuery({ ...linksQuery, enabled: providers.length > 0 })
  const link = useMutation({
    mutationFn: (name: string) => openProvider(name, user.id),
  })
  const [leaving, setLeaving] = useState('')
  const mayUnlink = passwordSignIn === 'all' || user.role === '_admin'
  if (!providers.length) return null
  return (
    <Panel title="Cuentas vinculadas" description="Con una cuenta vinculada ingresa sin escribir su contraseña.">
      <ul>
        {providers.map(({ name, displayName }) => {
          const linked = data.find(({ provider }) => provider === name)
          return (
            <RecordLine key={name} name={displayName} details={linked ? 'Vinculada' : 'Sin vincular'}>
              {!linked && (
                <Button size="s" pending={link.isPending} onClick={() => link.mutate(name)}>
                  Vincular<span className="visually-hidden"> {displayName}</span>
                </Button>
              )}
              {linked && mayUnlink && (
                <Button size="s" onClick={() => setLeaving(linked.id)}>
                  Desvincular<span className="visually-hidden"> {displayName}</span>
                </Button>
              )}
            </RecordLine>
          )
        })}
      </ul>
      {leaving && (
        <MutationDialog
          mutation={unlinkMutation}
          variables={leaving}
          onClose={() => setLeaving('')}
          title="¿Desvincular la cuenta?"
          confirmLabel="Desvincular"
        >
          Ya no podrá ingresar con ella. Su contraseña sigue igual.
        </MutationDialog>
      )}
    </Panel>
  )
}
