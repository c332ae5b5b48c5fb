import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getErrorMessage } from '../domain/text/error-message.ts'
import { describeError } from '../lib/api-error.ts'
import { notify } from '../lib/notify.ts'
import { formatCount, formatNumber } from '../lib/number-format.ts'
import { Progress } from '../ui/data/progress.tsx'
import { FormField, TextArea } from '../ui/form/form-field.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Notice } from '../ui/state/screen-states.tsx'
import { OpenWorkNotice } from './open-work-notice.tsx'
import { type ActivationResult, type ActivityChange, setUserActiveMutation } from './queries.ts'
import type { SelectedUser } from './user-search.ts'

const formatUserCount = (count: number) => formatCount(count, 'usuario', 'usuarios')
const formatRegistrationCount = (count: number) => formatCount(count, 'registro', 'registros')

export const formatActivationResult = (count: number, change: ActivityChange) => {
  if (change === 'undoActivation') return `Activación de ${formatUserCount(count)} deshecha.`
  if (change === 'undoRejection') return `Rechazo de ${formatRegistrationCount(count)} deshecho.`
  if (change === 'reject') return count === 1 ? 'Registro rechazado.' : `${formatRegistrationCount(count)} rechazados.`
  const state = change === 'activate' ? 'activado' : 'desactivado'
  return count === 1 ? `Usuario ${state}.` : `${formatUserCount(count)} ${state}s.`
}
const formatUsers = (users: readonly SelectedUser[]) =>
  users.length === 1 ? (users[0]?.name ?? '') : formatUserCount(users.length)

interface Wording {
  title: string
  confirm: string
  progress: string
  consequence: string
}

function getWording(users: readonly SelectedUser[], change: ActivityChange): Wording {
  const one = users.length === 1
  const named = formatUsers(users)
  const count = formatUserCount(users.length)
  const registrations = formatRegistrationCount(users.length)
  const wordings: Record<ActivityChange, Wording> = {
    activate: {
      title: `¿Activar a ${named}?`,
      confirm: `Activar ${count}`,
      progress: 'Activando',
      consequence: `${one ? 'Podrá' : 'Podrán'} ingresar de inmediato; ${one ? 'le' : 'les'} avisaremos por correo.`,
    },
    undoActivation: {
      title: `¿Deshacer la activación de ${named}?`,
      confirm: 'Deshacer la activación',
      progress: 'Deshaciendo',
      consequence: `Cada cuenta queda como estaba: por activar, rechazada o inactiva. El correo de activación ya se envió.`,
    },
    deactivate: {
      title: `¿Desactivar a ${named}?`,
      confirm: `Desactivar ${count}`,
      progress: 'Desactivando',
      consequence: one
        ? 'Su sesión se cierra de inmediato y no podrá volver a ingresar. Sus solicitudes se conservan.'
        : 'Sus sesiones se cierran de inmediato y no podrán volver a ingresar. Sus solicitudes se conservan.',
    },
    reject: {
      title: one ? `¿Rechazar el registro de ${named}?` : `¿Rechazar ${registrations}?`,
      confirm: `Rechazar ${registrations}`,
      progress: 'Rechazando',
      consequence: `No ${one ? 'podrá' : 'podrán'} ingresar. Puede ${one ? 'activar la cuenta' : 'activar las cuentas'} después.`,
    },
    undoRejection: {
      title: `¿Deshacer el rechazo de ${registrations}?`,
      confirm: 'Deshacer el rechazo',
      progress: 'Deshaciendo',
      consequence:
        'Los registros vuelven a esperar su activación. El correo del rechazo ya se envió a quienes confirmaron su dirección.',
    },
  }
  return wordings[change]
}

interface Props {
  users: readonly SelectedUser[]
  change: ActivityChange
  onClose: () => void
  onDone: (changed: readonly SelectedUser[], change: ActivityChange) => void
  onSubstitute: ((user: SelectedUser) => void) | undefined
}

/** Dialog that activates, deactivates or rejects users in chunks and shows the progress. A retry after an error continues with the rest. */
export function ActivationDialog({ users, change, onClose, onDone, onSubstitute }: Props) {
  const [only] = users.length === 1 ? users : []
  const words = getWording(users, change)
  const result = useRef<ActivationResult>({ changed: [], skipped: [] })
  const [done, setDone] = useState(0)
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const reasonBox = useRef<HTMLTextAreaElement>(null)
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
        change,
      )
      // The list shows the result of several users as a notice.
      if (changed.length === 1) notify.success(formatActivationResult(changed.length, change))
      for (const code of new Set(skipped.map((skip) => skip.code))) notify.error(getErrorMessage(code))
    },
  })
  function confirm() {
    if (change === 'reject' && !reason.trim()) {
      setReasonMissing(true)
      return reasonBox.current?.focus()
    }
    changing.mutate({ ids: users.slice(done).map((user) => user.id), change, reason: reason.trim() })
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={words.title}
      confirmLabel={words.confirm}
      danger={change !== 'activate'}
      pending={changing.isPending}
      error={changing.error ? describeError(changing.error) : undefined}
    >
      <p>{words.consequence}</p>
      {change === 'reject' && (
        <FormField
          label="Motivo"
          required
          help={getReasonHelp(users)}
          error={isReasonMissing && !reason.trim() ? 'Escriba el motivo.' : undefined}
        >
          <TextArea
            ref={reasonBox}
            maxLength={2000}
            value={reason}
            readOnly={changing.isPending}
            onChange={(event) => setReason(event.target.value)}
          />
        </FormField>
      )}
      {change === 'activate' && <UnconfirmedEmailNote users={users} />}
      {change === 'deactivate' && only && (
        <OpenWorkNotice userId={only.id} onSubstitute={onSubstitute && (() => onSubstitute(only))} />
      )}
      {done > 0 && (
        <Progress
          label={words.progress}
          value={done}
          max={users.length}
          detail={`${formatNumber(done)} de ${formatNumber(users.length)}`}
        />
      )}
    </ConfirmDialog>
  )
}

/** Help that says who receives the reason: only those whose address is confirmed. */
function getReasonHelp(users: readonly SelectedUser[]): string {
  if (users.length > 1) return 'Llega por correo a quienes confirmaron su dirección.'
  return users[0]?.verified ? 'Llega por correo a la persona.' : 'No llega a la persona: no ha confirmado su correo.'
}

function UnconfirmedEmailNote({ users }: { users: readonly SelectedUser[] }) {
  const unconfirmed = users.filter(({ verified }) => !verified)
  if (!unconfirmed.length) return null
  return (
    <Notice tone="warning">
      {users.length === 1
        ? `Esta persona no ha confirmado su correo (${users[0]?.email}). Compruebe que la dirección sea suya.`
        : `${formatCount(unconfirmed.length, 'persona no ha confirmado su correo', 'personas no han confirmado su correo')}. Compruebe que las direcciones sean suyas.`}
    </Notice>
  )
}
