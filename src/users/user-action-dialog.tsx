import { Suspense } from 'react'
import { roleLabels } from '../domain/users/role.ts'
import type { User } from '../domain/users/user.ts'
import { lazyComponent } from '../lib/loading/lazy-component.tsx'
import { MutationDialog } from '../ui/overlay/mutation-dialog.tsx'
import { ActivationDialog } from './activation-dialog.tsx'
import { type ActivityChange, deleteUserMutation, resendInvitationMutation, setUserRoleMutation } from './queries.ts'
import type { SelectedUser } from './user-search.ts'

const SignInResetDialog = lazyComponent(() =>
  import('./sign-in-reset-dialog.tsx').then((file) => file.SignInResetDialog),
)

export type UserAction =
  | { kind: ActivityChange; users: readonly SelectedUser[] }
  | { kind: 'role' | 'invite' | 'delete' | 'secondFactor' | 'unlink'; user: User }

interface Props {
  question: UserAction
  onClose: () => void
  /** Called with the users that an activation or deactivation changed, instead of `onClose`. */
  onDone?: (changed: readonly SelectedUser[], change: ActivityChange) => void
  /** Opens the dialog to name a substitute for the user before the deactivation. */
  onSubstitute?: (user: SelectedUser) => void
}

/** Dialog that confirms an action on users and shows its result. */
export function UserActionDialog({ question, onClose, onDone, onSubstitute }: Props) {
  if ('users' in question)
    return (
      <ActivationDialog
        users={question.users}
        change={question.kind}
        onClose={onClose}
        onDone={onDone ?? onClose}
        onSubstitute={onSubstitute}
      />
    )
  if (question.kind === 'role') return <RoleDialog user={question.user} onClose={onClose} />
  if (question.kind === 'invite') return <ResendInvitationDialog user={question.user} onClose={onClose} />
  if (question.kind === 'secondFactor' || question.kind === 'unlink')
    return (
      <Suspense>
        <SignInResetDialog user={question.user} kind={question.kind} onClose={onClose} />
      </Suspense>
    )
  return <DeleteUserDialog user={question.user} onClose={onClose} />
}

function ResendInvitationDialog({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <MutationDialog
      onClose={onClose}
      mutation={resendInvitationMutation}
      variables={user.id}
      title={`¿Invitar otra vez a ${user.name}?`}
      confirmLabel="Enviar la invitación"
    >
      <p>Recibirá en {user.email} un enlace nuevo para elegir su contraseña. Sirve siete días.</p>
    </MutationDialog>
  )
}

function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <MutationDialog
      onClose={onClose}
      mutation={deleteUserMutation}
      variables={user.id}
      title={`¿Borrar la cuenta de ${user.name}?`}
      confirmLabel="Borrar la cuenta"
      danger
    >
      <p>La persona no podrá volver a ingresar y la cuenta no se puede recuperar. El historial se conserva.</p>
      <p>Una cuenta con solicitudes no se borra: se desactiva.</p>
    </MutationDialog>
  )
}

function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const role = user.role === '_admin' ? '_user' : '_admin'
  return (
    <MutationDialog
      onClose={onClose}
      mutation={setUserRoleMutation}
      variables={{ id: user.id, role }}
      title={`¿Cambiar a ${user.name} a ${roleLabels[role].toLowerCase()}?`}
      confirmLabel="Cambiar el rol"
    >
      <p>
        {role === '_admin'
          ? 'Verá todas las solicitudes, decidirá sobre ellas y administrará usuarios y formatos.'
          : 'Verá solo sus propias solicitudes.'}
      </p>
    </MutationDialog>
  )
}
