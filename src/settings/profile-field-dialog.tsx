import type { ResolverResult } from 'react-hook-form'
import { isDeepEqual } from '../domain/fields/deep-equal.ts'
import { fieldKeySchema } from '../domain/fields/field-key.ts'
import { fieldTypeLabels } from '../domain/fields/field-types.ts'
import { toFieldKey } from '../domain/fields/key-from-label.ts'
import { type ProfileField, profileFieldsSchema, profileFieldTypes } from '../domain/users/profile.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { Checkbox, FormField, Select, TextInput } from '../ui/form/form-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'

interface Props {
  /** Field as it was when the dialog opened; undefined for a new field. */
  field: ProfileField | undefined
  /** Field as stored now; undefined if another administrator removed it. */
  storedField: ProfileField | undefined
  others: readonly ProfileField[]
  onSave: (field: ProfileField) => Promise<void>
  onClose: () => void
}

const emptyProfileField: ProfileField = { key: '', label: '', type: 'text', own: true }
const removedMessage =
  'Alguien quitó este dato mientras usted lo cambiaba. Vuelva y agréguelo otra vez si aún se necesita.'

/** Returns a message if another administrator changed the field meanwhile. Saving then overwrites that change. */
function describeChange(opened: ProfileField | undefined, storedField: ProfileField | undefined): string {
  if (!opened || !storedField || isDeepEqual(opened, storedField)) return ''
  const { label, type, own } = storedField
  const editor = own ? 'cada persona o un administrador' : 'un administrador'
  return `Otra persona cambió este dato. Ahora es «${label}» (${fieldTypeLabels[type]}, lo diligencia ${editor}). Si guarda, lo reemplaza.`
}

const labels = { label: 'Nombre', key: 'Clave', type: 'Tipo' }

/** Dialog for one profile field. Its key never changes after creation, because formats and stored profiles refer to it. */
export function ProfileFieldDialog({ field: current, storedField, others, onSave, onClose }: Props) {
  const isGone = current !== undefined && !storedField
  const { form, dialog, field } = useFormDialog<ProfileField>({
    labels,
    resolver: (draft) => validateField(draft, others),
    values: current ?? emptyProfileField,
    noun: 'este dato',
    send: async (input) => !isGone && onSave(input).then(onClose),
  })
  const { key, label } = form.watch()
  return (
    <FormDialog
      id="profile-field"
      title={current ? `Editar «${current.label}»` : 'Nuevo dato del perfil'}
      submit="Guardar el dato"
      {...dialog}
      refusal={isGone ? removedMessage : describeChange(current, storedField) || dialog.refusal}
      onClose={onClose}
    >
      <FormField {...field('label')} required>
        <TextInput {...form.register('label', { deps: 'key' })} />
      </FormField>
      <FormField
        {...field('key')}
        help={
          current
            ? 'No se puede cambiar: los formatos la usan.'
            : 'Los formatos usan esta clave. Después no se puede cambiar.'
        }
      >
        <TextInput
          readOnly={current !== undefined}
          value={key || toFieldKey(label)}
          onChange={(event) => form.setValue('key', event.target.value, { shouldDirty: true, shouldValidate: true })}
        />
      </FormField>
      <FormField {...field('type')}>
        <Select
          options={profileFieldTypes.map((type) => ({ value: type, label: fieldTypeLabels[type] }))}
          {...form.register('type')}
        />
      </FormField>
      <Checkbox label="Cada persona puede diligenciarlo y cambiarlo en su perfil" {...form.register('own')} />
    </FormDialog>
  )
}

/** Validates a field with its key, which a new field derives from its name. */
function validateField(draft: ProfileField, others: readonly ProfileField[]): ResolverResult<ProfileField> {
  const field = { ...draft, key: draft.key || toFieldKey(draft.label), label: draft.label.trim() }
  const [label] = profileFieldsSchema.safeParse([{ ...field, key: 'x' }]).error?.issues ?? []
  const isTaken = !profileFieldsSchema.safeParse([...others, { ...field, label: 'x' }]).success
  const key = !fieldKeySchema.safeParse(field.key).success
    ? 'format.key'
    : isTaken && (others.length < 20 ? 'profile.key' : 'profile.many')
  if (!label && !key) return { values: field, errors: {} }
  return {
    values: {},
    errors: {
      ...(label && { label: { type: 'value', message: field.label ? label.message : 'Escriba el nombre.' } }),
      ...(key && { key: { type: 'value', message: key } }),
    },
  }
}
