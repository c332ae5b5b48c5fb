import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import { getErrorMessage } from '../domain/text/error-message.ts'
import { type InvitationLine, parseInvitationList } from '../domain/users/invitation-list.ts'
import { type Role, roleLabels, roles } from '../domain/users/role.ts'
import { describeError } from '../lib/api-error.ts'
import { notify } from '../lib/notify.ts'
import { formatCount, formatNumber } from '../lib/number-format.ts'
import { isTransientError } from '../lib/retry.ts'
import { Progress } from '../ui/data/progress.tsx'
import { FormField, Select, TextArea } from '../ui/form/form-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { Notice } from '../ui/state/screen-states.tsx'
import { sendInvitation } from './queries.ts'

interface FailedLine {
  text: string
  message: string
}

/** Maximum number of errors that the dialog lists. All lines with errors remain in the text field. */
const maxListed = 8
const formatSent = (count: number) => formatCount(count, 'invitación enviada', 'invitaciones enviadas')

/** Dialog that invites many people, one per line. Lines that cannot be sent remain in the text field. */
export function InviteManyDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [role, setRole] = useState<Role>('_user')
  const [attempt, setAttempt] = useState(0)
  const [sent, setSent] = useState(0)
  const [failed, setFailed] = useState<readonly FailedLine[]>([])
  const listed = useDeferredValue(text)
  const { header, lines, repeated } = useMemo(() => parseInvitationList(listed, role), [listed, role])
  const valid = lines.filter(({ invitation }) => invitation)
  const invalid = lines.flatMap(({ line, error, ...rest }) =>
    error
      ? [
          {
            text: rest.text,
            message: `Línea ${line}: ${error === 'required' ? 'Falta el nombre.' : getErrorMessage(error)}`,
          },
        ]
      : [],
  )
  const sending = useSending(valid)

  async function send(event: FormEvent) {
    event.preventDefault()
    setAttempt((before) => before + 1)
    setFailed([])
    if (!valid.length || sending.isPending) return
    const result = await sending.mutateAsync()
    const left = [...invalid, ...result.failed]
    setSent((before) => before + result.sent)
    setFailed(result.failed)
    // The header stays, because the columns are read by it.
    setText([...(header && left.length ? [header] : []), ...left.map((each) => each.text)].join('\n'))
    if (left.length) return
    notify.success(`${formatSent(sent + result.sent)}.`)
    onClose()
  }
  // An edited line is no longer the one that failed.
  const problems = [...failed.filter(({ text: each }) => lines.some((line) => line.text === each)), ...invalid]
  return (
    <FormDialog
      id={id}
      title="Invitar a varias personas"
      description="Cada una recibe un correo para elegir su contraseña. Puede ingresar sin esperar a que la activen."
      submit={valid.length ? `Invitar a ${formatCount(valid.length, 'persona', 'personas')}` : 'Invitar'}
      pending={sending.isPending}
      unsaved={text.trim() !== '' && 'estas invitaciones'}
      errors={[]}
      announced={undefined}
      attempt={attempt}
      refusal={undefined}
      onSubmit={(event) => void send(event)}
      onClose={onClose}
    >
      {sent > 0 && !sending.isPending && <Notice tone="success" live>{`${formatSent(sent)}.`}</Notice>}
      <FormField
        label="Personas"
        name="people"
        required
        help="Una por línea, con nombre y correo. Puede pegar las columnas de una hoja de cálculo, con sus títulos; «Jefe» lleva el correo del jefe inmediato."
        error={attempt > 0 && !lines.length ? 'Escriba al menos una persona.' : undefined}
      >
        <TextArea
          rows={8}
          value={text}
          readOnly={sending.isPending}
          placeholder={'Ana Ruiz; ana.ruiz@empresa.co'}
          onChange={(event) => setText(event.target.value)}
        />
      </FormField>
      <FormField label="Rol" name="role">
        <Select
          value={role}
          options={roles.map((each) => ({ value: each, label: roleLabels[each] }))}
          onChange={({ target }) => setRole(roles.find((each) => each === target.value) ?? '_user')}
        />
      </FormField>
      {valid[0]?.invitation && !sending.isPending && (
        <p className="text-tertiary">
          La primera es <span translate="no">{`${valid[0].invitation.name}, ${valid[0].invitation.email}`}</span>.
        </p>
      )}
      {repeated > 0 && <p>{`${formatCount(repeated, 'correo repetido se omite', 'correos repetidos se omiten')}.`}</p>}
      {problems.length > 0 && !sending.isPending && <Problems problems={problems} />}
      {sending.isPending && (
        <Progress
          label="Enviando"
          value={sending.done}
          max={valid.length}
          detail={`${formatNumber(sending.done)} de ${formatNumber(valid.length)}`}
        />
      )}
    </FormDialog>
  )
}

function Problems({ problems }: { problems: readonly FailedLine[] }) {
  return (
    <Notice tone="warning" live title={formatCount(problems.length, 'línea por corregir', 'líneas por corregir')}>
      <ul>
        {problems.slice(0, maxListed).map(({ text, message }) => (
          <li key={text}>
            <strong translate="no">{text}</strong>
            <br />
            {message}
          </li>
        ))}
      </ul>
      {problems.length > maxListed && <p>{`Y ${formatNumber(problems.length - maxListed)} más.`}</p>}
    </Notice>
  )
}

/** Sends invitations one after another. A connection error ends it; the rest counts as failed with the same message. */
function useSending(lines: readonly InvitationLine[]) {
  const [done, setDone] = useState(0)
  const { mutateAsync, isPending } = useMutation({
    mutationKey: ['users', 'invite'],
    meta: { quiet: true },
    mutationFn: async () => {
      const failed: FailedLine[] = []
      let lost = ''
      setDone(0)
      for (const [index, { text, invitation }] of lines.entries()) {
        if (lost || !invitation) failed.push({ text, message: lost })
        else
          await sendInvitation(invitation).catch((error) => {
            failed.push({ text, message: describeError(error) })
            if (isTransientError(error)) lost = describeError(error)
          })
        setDone(index + 1)
      }
      return { sent: lines.length - failed.length, failed }
    },
  })
  return { mutateAsync, isPending, done }
}
