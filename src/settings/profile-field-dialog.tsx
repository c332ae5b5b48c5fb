import { type FormEvent, useState } from 'react'
import { isDeepEqual } from '../domain/fields/deep-equal.ts'
import { fieldKeySchema } from '../domain/fields/field-key.ts'
import { toFieldKey } from '../domain/fields/key-from-label.ts'
import { getErrorMessage } from '../domain/text/error-message.ts'
import { type ProfileField, profileFieldsSchema, profileFieldTypes } from '../domain/users/profile.ts'
import { describeError } from '../lib/error-message.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { FormField } from '../ui/form-field.tsx'
import { Select } from '../ui/select.tsx'
import { TextInput } from '../ui/text-input.tsx'

export const profileTypeLabels = {
  text: 'Texto',
  idDocument: 'Documento de identidad',
  date: 'Fecha',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  integer: 'Número entero',
  money: 'Dinero',
} as const satisfies Record<ProfileField['type'], string>

interface Props {
  field: ProfileField | undefined
  others: readonly ProfileField[]
  /** Whether another administrator removed the field meanwhile. */
  isGone: boolean
  onSave: (field: ProfileField) => Promise<void>
  onClose: () => void
}

const emptyProfileField: ProfileField = { key: '', label: '', type: 'text', own: true }
const removedMessage =
  'Alguien quitó este dato mientras usted lo cambiaba. Vuelva y agréguelo otra vez si aún se necesita.'

/** Returns the validation error of a field's name. Ignores errors of its key, which is derived from the name. */
function longName(field: ProfileField): string | undefined {
  const [issue] = profileFieldsSchema.safeParse([{ ...field, key: 'x' }]).error?.issues ?? []
  return issue && getErrorMessage(issue.message)
}

/** Dialog for one profile field. Its key never changes after creation, because formats and stored profiles refer to it. */
export function ProfileFieldDialog({ field, others, isGone, onSave, onClose }: Props) {
  const [draft, setDraft] = useState<ProfileField>(field ?? emptyProfileField)
  const [tries, setTries] = useState(0)
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const key = field?.key ?? (draft.key || toFieldKey(draft.label))
  const done = { ...draft, key, label: draft.label.trim() }
  const wrong = {
    label: done.label ? longName(done) : 'Escriba el nombre.',
    key: !fieldKeySchema.safeParse(key).success
      ? getErrorMessage('format.key')
      : profileFieldsSchema.safeParse([...others, { ...done, label: 'x' }]).success
        ? undefined
        : getErrorMessage(others.length < 20 ? 'profile.key' : 'profile.many'),
  }
  const missing = Object.entries(wrong).flatMap(([name, message]) => (message ? { name, message } : []))

  async function save(event: FormEvent) {
    event.preventDefault()
    setTries(tries + 1)
    if (missing.length || isGone) return
    setPending(true)
    setRefusal(undefined)
    await onSave(done).then(onClose, (error) => setRefusal(describeError(error)))
    setPending(false)
  }
  return (
    <FormDialog
      id="profile-field"
      title={field ? `Editar «${field.label}»` : 'Nuevo dato del perfil'}
      submit="Guardar el dato"
      pending={pending}
      unsaved={!isDeepEqual(draft, field ?? emptyProfileField) && 'este dato'}
      errors={tries > 0 ? missing : []}
      attempt={tries}
      refusal={isGone ? removedMessage : refusal}
      onSubmit={save}
      onClose={onClose}
    >
      <FormField label="Nombre" name="label" required error={tries > 0 ? wrong.label : undefined}>
        <TextInput value={draft.label} onChange={(event) => setDraft({ ...draft, label: event.target.value })} />
      </FormField>
      <FormField
        label="Clave"
        name="key"
        help={
          field
            ? 'No se puede cambiar: los formatos la usan.'
            : 'Los formatos usan esta clave. Después no se puede cambiar.'
        }
        error={tries > 0 || draft.key ? wrong.key : undefined}
      >
        <TextInput
          readOnly={field !== undefined}
          value={key}
          onChange={(event) => setDraft({ ...draft, key: event.target.value })}
        />
      </FormField>
      <FormField label="Tipo" name="type">
        <Select
          options={profileFieldTypes.map((type) => ({ value: type, label: profileTypeLabels[type] }))}
          value={draft.type}
          onChange={(event) => setDraft({ ...draft, type: event.target.value as ProfileField['type'] })}
        />
      </FormField>
      <Checkbox
        label="Cada persona puede diligenciarlo y cambiarlo en su perfil"
        checked={draft.own}
        onChange={(event) => setDraft({ ...draft, own: event.target.checked })}
      />
    </FormDialog>
  )
}
