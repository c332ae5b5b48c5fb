import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type MailFrequency,
  mailFrequencies,
  type NoticeKind,
  noticeKinds,
  noticeTypes,
} from '../domain/notices/notice.ts'
import { describeError } from '../lib/api-error.ts'
import { FormField, Select } from '../ui/form/form-field.tsx'
import { Columns } from '../ui/page/layout.tsx'
import { Notice, Skeleton } from '../ui/state/screen-states.tsx'
import { mailPreferencesQuery as ownChoices, saveMailPreferenceMutation } from './queries.ts'

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
    const { audience } = noticeTypes[kind]
    return isAdmin || audience === 'everyone' || (audience === 'approvers' && decides)
  }
  return (
    <Columns min={16}>
      {noticeKinds.filter(isMeant).map((kind) => (
        <FormField key={kind} label={noticeTypes[kind].label} name={`mail-${kind}`}>
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
