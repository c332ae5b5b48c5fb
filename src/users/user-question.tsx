import { useMutation } from '@tanstack/react-query'
import { type ErrorCode, errors } from '../domain/errors.ts'
import { roleNames } from '../domain/role.ts'
import type { User } from '../domain/user.ts'
import { countOf } from '../lib/count.ts'
import { messageOf } from '../lib/message.ts'
import { notify } from '../lib/notify.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { setActive, setRole } from './queries.ts'

export type UserDecision = { kind: 'activate' | 'deactivate'; users: User[] } | { kind: 'role'; user: User }

const people = (count: number) => countOf(count, 'usuario', 'usuarios')
const changedSentence = (count: number, active: boolean) => {
  const state = active ? 'activado' : 'desactivado'
  return count === 1 ? `Usuario ${state}.` : `${people(count)} ${state}s.`
}
const whom = (users: User[]) => (users.length === 1 ? (users[0]?.name ?? '') : people(users.length))

/** Asks before anything that changes what people may do, and tells what came of it. */
export function UserQuestion({ question, onClose }: { question: UserDecision; onClose: () => void }) {
  return question.kind === 'role' ? (
    <RoleQuestion user={question.user} onClose={onClose} />
  ) : (
    <ActiveQuestion users={question.users} active={question.kind === 'activate'} onClose={onClose} />
  )
}

function ActiveQuestion({ users, active, onClose }: { users: User[]; active: boolean; onClose: () => void }) {
  const changing = useMutation({
    ...setActive(),
    meta: { quiet: true },
    onSuccess({ changed, skipped }) {
      onClose()
      if (changed.length) notify.success(changedSentence(changed.length, active))
      for (const code of new Set(skipped.map((skip) => skip.code)))
        notify.error(code in errors ? errors[code as ErrorCode] : errors.unknown)
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
      title={`¿Cambiar a ${user.name} a ${roleNames[role].toLowerCase()}?`}
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
