import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
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

const getWording: Record<ActivityChange, (users: readonly SelectedUser[]) => Wording> = {
  activate: (users) => ({
    title: `¿Activar a ${formatUsers(users)}?`,
    confirm: `Activar ${formatUserCount(users.length)}`,
    progress: 'Activando',
    consequence:
      users.length === 1
        ? 'Podrá ingresar de inmediato; le avisaremos por correo.'
        : 'Podrán ingresar de inmediato; les avisaremos por correo.',
  }),
  deactivate: (users) => ({
    title: `¿Desactivar a ${formatUsers(users)}?`,
    confirm: `Desactivar ${formatUserCount(users.length)}`,
    progress: 'Desactivando',
    consequence:
      users.length === 1
        ? 'Su sesión se cierra de inmediato y no podrá volver a ingresar. Sus solicitudes se conservan.'
        : 'Sus sesiones se cierran de inmediato y no podrán volver a ingresar. Sus solicitudes se conservan.',
  }),
  undoActivation: (users) => ({
    title: `¿Deshacer la activación de ${formatUsers(users)}?`,
    confirm: 'Deshacer la activación',
    progress: 'Deshaciendo',
    consequence:
      'Cada cuenta queda como estaba: por activar, rechazada o inactiva. El correo de activación ya se envió.',
  }),
  reject: (users) => ({
    title:
      users.length === 1
        ? `¿Rechazar el registro de ${formatUsers(users)}?`
        : `¿Rechazar ${formatRegistrationCount(users.length)}?`,
    confirm: `Rechazar ${formatRegistrationCount(users.length)}`,
    progress: 'Rechazando',
    consequence: `No ${users.length === 1 ? 'podrá' : 'podrán'} ingresar. Después puede ${users.length === 1 ? 'activar la cuenta' : 'activar las cuentas'}.`,
  }),
  undoRejection: (users) => ({
    title: `¿Deshacer el rechazo de ${formatRegistrationCount(users.length)}?`,
    confirm: 'Deshacer el rechazo',
    progress: 'Deshaciendo',
    consequence: 'Los registros vuelven a esperar su activación. El correo del rechazo ya se envió.',
  }),
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
  const words = getWording[change](users)
  const result = useRef<ActivationResult>({ changed: [], skipped: [] })
  const [done, setDone] = useState(0)
  const reason = useReason()
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
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => {
        if (change === 'reject' && !reason.validate()) return
        changing.mutate({ ids: users.slice(done).map((user) => user.id), change, reason: reason.text })
      }}
      title={words.title}
      confirmLabel={words.confirm}
      danger={change !== 'activate'}
      pending={changing.isPending}
      error={changing.error ? describeError(changing.error) : undefined}
    >
      <p>{words.consequence}</p>
      {change === 'reject' && (
        <FormField label="Motivo" required error={reason.error} help={getReasonHelp(users)}>
          <TextArea {...reason.input} maxLength={2000} readOnly={changing.isPending} />
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

/** State of the input of the reason. */
function useReason() {
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const ref = useRef<HTMLTextAreaElement>(null)
  return {
    text: text.trim(),
    error: isMissing && !text.trim() ? 'Escriba el motivo.' : undefined,
    input: { ref, value: text, onChange: (event: ChangeEvent<HTMLTextAreaElement>) => setText(event.target.value) },
    /** Returns false, and shows an error, if there is no reason. */
    validate(): boolean {
      if (text.trim()) return true
      setMissing(true)
      ref.current?.focus()
      return false
    },
  }
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
