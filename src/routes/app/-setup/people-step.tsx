import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { settingsQuery } from '../../../settings/queries.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Cluster } from '../../../ui/page/cluster.tsx'
import { Stack } from '../../../ui/page/stack.tsx'
import { InviteDialog } from '../../../users/invite-dialog.tsx'
import { InviteManyDialog } from '../../../users/invite-many-dialog.tsx'
import type { SetupStepProps } from './setup-step-props.ts'

export function PeopleStep({ setup: { mail, steps }, onNext, later }: SetupStepProps) {
  const [inviting, setInviting] = useState<'one' | 'many' | null>(null)
  const isDone = steps.people === 'done'
  const isOpen = useQuery(settingsQuery()).data?.registration === 'open'
  return (
    <Stack>
      <p>
        {isDone ? 'Ya hay otras personas con cuenta.' : 'Cada persona recibe un correo para elegir su contraseña.'}{' '}
        <Link to="/app/user-managment">Ver los usuarios</Link>
      </p>
      {isOpen && (
        <p>
          Para muchas personas, comparta la dirección del registro: <code>{`${location.origin}/auth/register`}</code>.
          Cada una crea su cuenta y usted la activa.
        </p>
      )}
      {!mail.server && <p>Sin servidor de correo, la invitación queda en la carpeta outbox del servidor.</p>}
      <Cluster>
        <Button variant={isDone ? 'secondary' : 'primary'} icon="mail" onClick={() => setInviting('one')}>
          {isDone ? 'Invitar a otra persona' : 'Invitar a una persona'}
        </Button>
        <Button onClick={() => setInviting('many')}>Invitar a varias</Button>
        {isDone ? (
          <Button variant="primary" onClick={() => void onNext()}>
            Terminar
          </Button>
        ) : (
          later
        )}
      </Cluster>
      {inviting === 'one' && <InviteDialog onClose={() => setInviting(null)} />}
      {inviting === 'many' && <InviteManyDialog onClose={() => setInviting(null)} />}
    </Stack>
  )
}
