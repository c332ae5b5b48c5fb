import { useMutation } from '@tanstack/react-query'
import { type ErrorCode, errorMessages } from '../domain/errors.ts'
import { roleLabels } from '../domain/users/role.ts'
import type { User } from '../domain/users/user.ts'
import { countOf } from '../lib/count.ts'
import { messageOf } from '../lib/message.ts'
import { notify } from '../lib/notify.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { deletePerson, inviteAgain, setActive, setRole } from './queries.ts'

export type UserDecision =
  | { kind: 'activate' | 'deactivate'; users: User[] }
  | { kind: 'role' | 'invite' | 'delete'; user: User }

const people = (count: number) => countOf(count, 'usuario', 'usuarios')
const changedSentence = (count: number, active: boolean) => {
  const state = active ? 'activado' : 'desactivado'
  return count === 1 ? `Usuario ${state}.` : `${people(count)} ${state}s.`
}
const whom = (users: User[]) => (users.length === 1 ? (users[0]?.name ?? '') : people(users.length))

/** Confirmation dialog for actions on users, with a report of the result. */
export function UserQuestion({ question, onClose }: { question: UserDecision; onClose: () => void }) {
  if ('users' in question)
    return <ActiveQuestion users={question.users} active={question.kind === 'activate'} onClose={onClose} />
  if (question.kind === 'role') return <RoleQuestion user={question.user} onClose={onClose} />
  if (question.kind === 'invite') return <InviteQuestion user={question.user} onClose={onClose} />
  return <DeleteQuestion user={question.user} onClose={onClose} />
}

function ActiveQuestion({ users, active, onClose }: { users: User[]; active: boolean; onClose: () => void }) {
  const changing = useMutation({
    ...setActive(),
    meta: { quiet: true },
    onSuccess({ changed, skipped }) {
      onClose()
      if (changed.length) notify.success(changedSentence(changed.length, active))
      for (const code of new Set(skipped.map((skip) => skip.code)))
        notify.error(code in errorMessages ? errorMessages[code as ErrorCode] : errorMessages.unknown)
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => changing.mutate({ ids: users.map((user) => user.id), active })}
      title={active ? `¿Activar a ${whom(users)}?` : `¿Desactivar a ${whom(users)}?`}
      confirmLabel={active ? `Activar ${people(users.length)}` : `Desactivar ${people(users.length)}`}
      danger={!active}
      pending={changing.isPending}
      error={changing.error ? messageOf(changing.error) : undefined}
    >
      <p>
        {active
          ? 'Podrá ingresar de inmediato; le avisaremos por correo.'
          : 'Su sesión se cierra de inmediato y no podrá volver a ingresar. Sus solicitudes se conservan.'}
      </p>
      {active && <Unconfirmed users={users} />}
    </ConfirmDialog>
  )
}

/** Warning about users who have not confirmed their e-mail address. */
function Unconfirmed({ users }: { users: User[] }) {
  const unconfirmed = users.filter(({ verified }) => !verified)
  if (!unconfirmed.length) return null
  return (
    <Notice tone="warning">
      {users.length === 1
        ? `Esta persona no ha confirmado su correo (${users[0]?.email}). Verifique que la dirección sea suya.`
        : `${countOf(unconfirmed.length, 'persona no ha confirmado su correo', 'personas no han confirmado su correo')}. Verifique que las direcciones sean suyas.`}
    </Notice>
  )
}

function InviteQuestion({ user, onClose }: { user: User; onClose: () => void }) {
  const inviting = useMutation({ ...inviteAgain(), onSuccess: onClose })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => inviting.mutate(user.id)}
      title={`¿Invitar otra vez a ${user.name}?`}
      confirmLabel="Enviar la invitación"
      pending={inviting.isPending}
      error={inviting.error ? messageOf(inviting.error) : undefined}
    >
      <p>Recibirá en {user.email} un enlace nuevo para elegir su contraseña. Sirve siete días.</p>
    </ConfirmDialog>
  )
}

function DeleteQuestion({ user, onClose }: { user: User; onClose: () => void }) {
  const deleting = useMutation({ ...deletePerson(), onSuccess: onClose })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => deleting.mutate(user.id)}
      title={`¿Borrar la cuenta de ${user.name}?`}
      confirmLabel="Borrar la cuenta"
      danger
      pending={deleting.isPending}
      error={deleting.error ? messageOf(deleting.error) : undefined}
    >
      <p>La persona no podrá volver a ingresar y la cuenta no se puede recuperar. El historial se conserva.</p>
      <p>Una cuenta con solicitudes no se borra: se desactiva.</p>
    </ConfirmDialog>
  )
}

function RoleQuestion({ user, onClose }: { user: User; onClose: () => void }) {
  const changing = useMutation({ ...setRole(), meta: { quiet: true, success: 'Rol cambiado.' }, onSuccess: onClose })
  const role = user.role === '_admin' ? '_user' : '_admin'
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => changing.mutate({ id: user.id, role })}
      title={`¿Cambiar a ${user.name} a ${roleLabels[role].toLowerCase()}?`}
      confirmLabel="Cambiar el rol"
      pending={changing.isPending}
      error={changing.error ? messageOf(changing.error) : undefined}
    >
      <p>
        {role === '_admin'
          ? 'Verá todas las solicitudes, decidirá sobre ellas y administrará usuarios y formatos.'
          : 'Verá solo sus propias solicitudes.'}
      </p>
    </ConfirmDialog>
  )
}
