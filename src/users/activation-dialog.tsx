import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ErrorCode, errorMessages } from '../domain/errors.ts'
import { describeError } from '../lib/error-message.ts'
import { notify } from '../lib/notify.ts'
import { formatCount, formatNumber } from '../lib/number-format.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { type ActivationResult, setUserActiveMutation } from './queries.ts'
import type { SelectedUser } from './user-search.ts'

const formatUserCount = (count: number) => formatCount(count, 'usuario', 'usuarios')
export const formatActivationResult = (count: number, active: boolean) => {
  const state = active ? 'activado' : 'desactivado'
  return count === 1 ? `Usuario ${state}.` : `${formatUserCount(count)} ${state}s.`
}
const formatUsers = (users: readonly SelectedUser[]) =>
  users.length === 1 ? (users[0]?.name ?? '') : formatUserCount(users.length)

interface Props {
  users: readonly SelectedUser[]
  active: boolean
  onClose: () => void
  onDone: (changed: readonly SelectedUser[], active: boolean) => void
}

/** Dialog that activates or deactivates users in chunks and shows the progress. A retry after an error continues with the rest. */
export function ActivationDialog({ users, active, onClose, onDone }: Props) {
  const result = useRef<ActivationResult>({ changed: [], skipped: [] })
  const [done, setDone] = useState(0)
  const changing = useMutation({
    ...setUserActiveMutation((part) => {
      result.current.changed.push(...part.changed)
      result.current.skipped.push(...part.skipped)
      setDone(result.current.changed.length + result.current.skipped.length)
    }),
    meta: { quiet: true },
    onSuccess() {
      const { changed, skipped } = result.current
      onDone(
        users.filter(({ id }) => changed.includes(id)),
        active,
      )
      // The list shows the result of several users as a notice.
      if (changed.length === 1) notify.success(formatActivationResult(changed.length, active))
      for (const code of new Set(skipped.map((skip) => skip.code)))
        notify.error(code in errorMessages ? errorMessages[code as ErrorCode] : errorMessages.unknown)
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => changing.mutate({ ids: users.slice(done).map((user) => user.id), active })}
      title={active ? `¿Activar a ${formatUsers(users)}?` : `¿Desactivar a ${formatUsers(users)}?`}
      confirmLabel={active ? `Activar ${formatUserCount(users.length)}` : `Desactivar ${formatUserCount(users.length)}`}
      danger={!active}
      pending={changing.isPending}
      error={changing.error ? describeError(changing.error) : undefined}
    >
      <p>
        {active
          ? `${users.length === 1 ? 'Podrá' : 'Podrán'} ingresar de inmediato; ${users.length === 1 ? 'le' : 'les'} avisaremos por correo.`
          : users.length === 1
            ? 'Su sesión se cierra de inmediato y no podrá volver a ingresar. Sus solicitudes se conservan.'
            : 'Sus sesiones se cierran de inmediato y no podrán volver a ingresar. Sus solicitudes se conservan.'}
      </p>
      {active && <UnconfirmedEmailNote users={users} />}
      {done > 0 && (
        <Progress
          label={active ? 'Activando' : 'Desactivando'}
          value={done}
          max={users.length}
          detail={`${formatNumber(done)} de ${formatNumber(users.length)}`}
        />
      )}
    </ConfirmDialog>
  )
}

function UnconfirmedEmailNote({ users }: { users: readonly SelectedUser[] }) {
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
