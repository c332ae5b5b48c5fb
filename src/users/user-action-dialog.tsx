import { useMutation } from '@tanstack/react-query'
import { type ErrorCode, errorMessages } from '../domain/errors.ts'
import { roleLabels } from '../domain/users/role.ts'
import type { User } from '../domain/users/user.ts'
import { describeError } from '../lib/error-message.ts'
import { notify } from '../lib/notify.ts'
import { formatCount } from '../lib/number-format.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { deleteUserMutation, resendInvitationMutation, setUserActiveMutation, setUserRoleMutation } from './queries.ts'

export type UserAction =
  | { kind: 'activate' | 'deactivate'; users: User[] }
  | { kind: 'role' | 'invite' | 'delete'; user: User }

const formatUserCount = (count: number) => formatCount(count, 'usuario', 'usuarios')
const formatActivationResult = (count: number, active: boolean) => {
  const state = active ? 'activado' : 'desactivado'
  return count === 1 ? `Usuario ${state}.` : `${formatUserCount(count)} ${state}s.`
}
const formatUsers = (users: User[]) => (users.length === 1 ? (users[0]?.name ?? '') : formatUserCount(users.length))

/** Dialog that confirms an action on users and shows its result. */
export function UserActionDialog({ question, onClose }: { question: UserAction; onClose: () => void }) {
  if ('users' in question)
    return <ActivationDialog users={question.users} active={question.kind === 'activate'} onClose={onClose} />
  if (question.kind === 'role') return <RoleDialog user={question.user} onClose={onClose} />
  if (question.kind === 'invite') return <ResendInvitationDialog user={question.user} onClose={onClose} />
  return <DeleteUserDialog user={question.user} onClose={onClose} />
}

function ActivationDialog({ users, active, onClose }: { users: User[]; active: boolean; onClose: () => void }) {
  const changing = useMutation({
    ...setUserActiveMutation(),
    meta: { quiet: true },
    onSuccess({ changed, skipped }) {
      onClose()
      if (changed.length) notify.success(formatActivationResult(changed.length, active))
      for (const code of new Set(skipped.map((skip) => skip.code)))
        notify.error(code in errorMessages ? errorMessages[code as ErrorCode] : errorMessages.unknown)
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => changing.mutate({ ids: users.map((user) => user.id), active })}
      title={active ? `¿Activar a ${formatUsers(users)}?` : `¿Desactivar a ${formatUsers(users)}?`}
      confirmLabel={active ? `Activar ${formatUserCount(users.length)}` : `Desactivar ${formatUserCount(users.length)}`}
      danger={!active}
      pending={changing.isPending}
      error={changing.error ? describeError(changing.error) : undefined}
    >
      <p>
        {active
          ? 'Podrá ingresar de inmediato; le avisaremos por correo.'
          : 'Su sesión se cierra de inmediato y no podrá volver a ingresar. Sus solicitudes se conservan.'}
      </p>
      {active && <UnconfirmedEmailNote users={users} />}
    </ConfirmDialog>
  )
}

function UnconfirmedEmailNote({ users }: { users: User[] }) {
  const unconfirmed = users.filter(({ verified }) => !verified)
  if (!unconfirmed.length) return null
  return (
    <Notice tone="warning">
      {users.length === 1
        ? `Esta persona no ha confirmado su correo (${users[0]?.email}). Verifique que la dirección sea suya.`
        : `${formatCount(unconfirmed.length, 'persona no ha confirmado su correo', 'personas no han confirmado su correo')}. Verifique que las direcciones sean suyas.`}
    </Notice>
  )
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
