import { useMutation, useQuery } from '@tanstack/react-query'
import { type MailFrequency, mailFrequencies, type NoticeKind, noticeKinds } from '../domain/notices/notice.ts'
import { describeError } from '../lib/api-error.ts'
import { FormField, Select } from '../ui/form/form-field.tsx'
import { Columns } from '../ui/page/layout.tsx'
import { Notice, Skeleton } from '../ui/state/screen-states.tsx'
import { mailPreferencesQuery as ownChoices, saveMailPreferenceMutation } from './queries.ts'

/** Label of each preference, and the role that gets the notice. */
const preferences = {
  decided: { label: 'Se decidió una solicitud mía', audience: 'everyone' },
  comment: { label: 'Alguien comentó una solicitud', audience: 'everyone' },
  document: { label: 'Un documento mío está listo', audience: 'everyone' },
  batch: { label: 'Mi lote terminó', audience: 'everyone' },
  waiting: { label: 'Hay solicitudes por decidir', audience: 'approvers' },
  overdue: { label: 'Hay solicitudes vencidas sin decidir', audience: 'approvers' },
  finalRequested: { label: 'Alguien pide un documento definitivo', audience: 'admins' },
  substitution: { label: 'Alguien me nombra su reemplazo', audience: 'everyone' },
  registration: { label: 'Alguien espera la activación de su cuenta', audience: 'admins' },
  documentFailed: { label: 'Un documento no se pudo generar', audience: 'admins' },
  deliveryFailed: { label: 'Un documento no llegó a su destinatario', audience: 'everyone' },
  signing: { label: 'Una firma no se completó', audience: 'everyone' },
  backupFailed: { label: 'Una copia de seguridad falló', audience: 'admins' },
  mailFailed: { label: 'Un correo no se pudo entregar', audience: 'admins' },
  sealEnd: { label: 'El certificado del sello vence', audience: 'admins' },
  key: { label: 'Se creó una clave con mi cuenta', audience: 'everyone' },
} as const satisfies Record<NoticeKind, { label: string; audience: 'everyone' | 'approvers' | 'admins' }>

const times = {
  now: 'Correo al momento',
  daily: 'En el resumen del día',
  never: 'Sin correo',
} as const satisfies Record<MailFrequency, string>
const options = mailFrequencies.map((value) => ({ value, label: times[value] }))
const waitingOptions = options.map(({ value, label }) => ({
  value,
  label: value === 'daily' ? 'La primera al momento; las demás, en el resumen' : label,
}))

/** Settings that turn e-mails on or off by kind of notice. Each change is saved immediately. */
export function MailPreferences({ isAdmin, decides }: { isAdmin: boolean; decides: boolean }) {
  const { data, error } = useQuery(ownChoices)
  const { mutate, variables, isPending } = useMutation(saveMailPreferenceMutation)
  if (error) return <Notice tone="danger">{describeError(error)}</Notice>
  if (!data) return <Skeleton lines={4} />
  const shown = isPending ? { ...data, [variables.kind]: variables.mail } : data
  function isMeant(kind: NoticeKind): boolean {
    const { audience } = preferences[kind]
    return isAdmin || audience === 'everyone' || (audience === 'approvers' && decides)
  }
  return (
    <Columns min={16}>
      {noticeKinds.filter(isMeant).map((kind) => (
        <FormField key={kind} label={preferences[kind].label} name={`mail-${kind}`}>
          <Select
            value={shown[kind]}
            options={kind === 'waiting' ? waitingOptions : options}
            onChange={({ target }) => mutate({ kind, mail: target.value as MailFrequency })}
          />
        </FormField>
      ))}
    </Columns>
  )
}
