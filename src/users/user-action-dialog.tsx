import { useMutation } from '@tanstack/react-query'
import { roleLabels } from '../domain/users/role.ts'
import type { User } from '../domain/users/user.ts'
import { describeError } from '../lib/error-message.ts'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { ActivationDialog } from './activation-dialog.tsx'
import { type ActivityChange, deleteUserMutation, resendInvitationMutation, setUserRoleMutation } from './queries.ts'
import type { SelectedUser } from './user-search.ts'

export type UserAction =
  | { kind: ActivityChange; users: readonly SelectedUser[] }
  | { kind: 'role' | 'invite' | 'delete'; user: User }

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
  return <DeleteUserDialog user={question.user} onClose={onClose} />
}

function ResendInvitationDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const inviting = useMutation({ ...resendInvitationMutation(), onSuccess: onClose })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => inviting.mutate(user.id)}
      title={`¿Invitar otra vez a ${user.name}?`}
      confirmLabel="Enviar la invitación"
      pending={inviting.isPending}
      error={inviting.error ? describeError(inviting.error) : undefined}
    >
      <p>Recibirá en {user.email} un enlace nuevo para elegir su contraseña. Sirve siete días.</p>
    </ConfirmDialog>
  )
}

function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const deleting = useMutation({ ...deleteUserMutation(), onSuccess: onClose })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => deleting.mutate(user.id)}
      title={`¿Borrar la cuenta de ${user.name}?`}
      confirmLabel="Borrar la cuenta"
      danger
      pending={deleting.isPending}
      error={deleting.error ? describeError(deleting.error) : undefined}
    >
      <p>La persona no podrá volver a ingresar y la cuenta no se puede recuperar. El historial se conserva.</p>
      <p>Una cuenta con solicitudes no se borra: se desactiva.</p>
    </ConfirmDialog>
  )
}

function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const changing = useMutation({
    ...setUserRoleMutation(),
    meta: { quiet: true, success: 'Rol cambiado.' },
    onSuccess: onClose,
  })
  const role = user.role === '_admin' ? '_user' : '_admin'
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => changing.mutate({ id: user.id, role })}
      title={`¿Cambiar a ${user.name} a ${roleLabels[role].toLowerCase()}?`}
      confirmLabel="Cambiar el rol"
      pending={changing.isPending}
      error={changing.error ? describeError(changing.error) : undefined}
    >
      <p>
        {role === '_admin'
          ? 'Verá todas las solicitudes, decidirá sobre ellas y administrará usuarios y formatos.'
          : 'Verá solo sus propias solicitudes.'}
      </p>
    </ConfirmDialog>
  )
}
