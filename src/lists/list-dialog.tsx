import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isDeepEqual } from '../domain/fields/deep-equal.ts'
import { toFieldKey } from '../domain/fields/key-from-label.ts'
import { type ListColumn, type ListInput, listAccessLevels, type RecordList } from '../domain/lists/list.ts'
import { getErrorMessage } from '../domain/text/error-message.ts'
import { describeError, getFieldErrors } from '../lib/error-message.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { FormField } from '../ui/form-field.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { Select } from '../ui/select.tsx'
import { Stack } from '../ui/stack.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { ListColumnEditor } from './list-column-editor.tsx'
import { listAccessLabels } from './list-labels.ts'
import { getListControlLabel, validateList } from './list-validation.ts'
import { saveList } from './queries.ts'

interface Props {
  /** List to change; missing for a new list. */
  list?: RecordList | undefined
  groups: readonly { id: string; name: string }[]
  onSaved: (list: RecordList) => void
  onClose: () => void
}

const emptyList: ListInput = {
  name: '',
  columns: [
    { key: '', label: '', type: 'idDocument' },
    { key: '', label: '', type: 'text' },
  ],
  keyColumn: '',
  access: 'admins',
  groups: [],
}

/** Dialog for name, columns and access of a list; its records are imported from a sheet later. */
export function ListDialog({ list, groups, onSaved, onClose }: Props) {
  const [draft, setDraft] = useState<ListInput>(list ?? emptyList)
  // Stores the index of the key column, because the key of an unsaved column changes with its name.
  const [keyPlace, setKeyPlace] = useState(() =>
    Math.max(
      0,
      draft.columns.findIndex(({ key }) => key !== '' && key === draft.keyColumn),
    ),
  )
  const [firstPlace] = useState(keyPlace)
  const [tries, setTries] = useState(0)
  const saving = useMutation({ ...saveList, onSuccess: onSaved })
  const change = (part: Partial<ListInput>) => setDraft({ ...draft, ...part })
  const columns = addColumnKeys(draft.columns)
  const keyColumn = columns[keyPlace]?.key ?? ''
  const { name, access, groups: chosen } = draft
  const done: ListInput = { name, columns, keyColumn, access, groups: access === 'groups' ? chosen : [] }
  const faults = Object.entries(validateList(done)).map(([at, code]) => [at, getErrorMessage(code)])
  const wrong: Record<string, string> = { ...Object.fromEntries(faults), ...getFieldErrors(saving.error) }
  const shown = tries > 0 ? wrong : {}
  const isKept = Boolean(list?.current)

  function save(event: FormEvent) {
    event.preventDefault()
    setTries(tries + 1)
    if (!faults.length) saving.mutate({ ...done, ...(list && { id: list.id }) })
  }
  function changeColumns(next: ListColumn[], removed?: number) {
    change({ columns: next })
    if (removed !== undefined) setKeyPlace(removed < keyPlace ? keyPlace - 1 : removed === keyPlace ? 0 : keyPlace)
  }
  const isUntouched = keyPlace === firstPlace && isDeepEqual(draft, list ?? emptyList)
  return (
    <FormDialog
      id="list"
      size="l"
      title={list ? `Editar «${list.name}»` : 'Nueva lista'}
      submit="Guardar la lista"
      pending={saving.isPending}
      unsaved={!isUntouched && 'esta lista'}
      errors={Object.entries(shown).map(([at, message]) => ({
        name: at,
        message: `${getListControlLabel(at)}: ${message}`,
      }))}
      attempt={tries}
      refusal={
        saving.error && Object.keys(getFieldErrors(saving.error)).length === 0 ? describeError(saving.error) : undefined
      }
      onSubmit={save}
      onClose={onClose}
    >
      <FormField label="Nombre" name="name" required error={shown.name} help="Por ejemplo: Empleados, Proveedores.">
        <TextInput value={name} onChange={(event) => change({ name: event.target.value })} />
      </FormField>
      <ListColumnEditor
        columns={draft.columns}
        errors={shown}
        lockedKeys={isKept ? (list?.columns.map(({ key }) => key) ?? []) : []}
        onChange={changeColumns}
      />
      <FormField
        label="Cada registro se identifica con"
        name="keyColumn"
        error={shown.keyColumn}
        help={
          isKept
            ? 'No se puede cambiar: con ella se comparan las importaciones.'
            : 'No se repite dentro de la lista, como la cédula o el NIT.'
        }
      >
        <Select
          disabled={isKept}
          value={String(keyPlace)}
          options={columns.map(({ label }, place) => ({ value: String(place), label: label || '(sin nombre)' }))}
          onChange={(event) => setKeyPlace(Number(event.target.value))}
        />
      </FormField>
      <FormField
        label="Quién la ve"
        name="access"
        group
        error={shown.access}
        help="Estas personas pueden buscar en todas las columnas y elegir registros al diligenciar un formato."
      >
        <RadioGroup
          name="access"
          value={access}
          onChange={(value) => change({ access: value as ListInput['access'] })}
          options={listAccessLevels
            .filter((value) => value !== 'groups' || groups.length > 0)
            .map((value) => ({ value, label: listAccessLabels[value] }))}
        />
      </FormField>
      {access === 'groups' && (
        <FormField label="Grupos" name="groups" group error={shown.groups}>
          <Stack gap={2}>
            {groups.map((group) => (
              <Checkbox
                key={group.id}
                label={group.name}
                checked={chosen.includes(group.id)}
                onChange={(event) =>
                  change({
                    groups: event.target.checked ? [...chosen, group.id] : chosen.filter((id) => id !== group.id),
                  })
                }
              />
            ))}
          </Stack>
        </FormField>
      )}
    </FormDialog>
  )
}

/** Sets the key of new columns from their first name. An existing key never changes, because formats refer to it. */
function addColumnKeys(columns: readonly ListColumn[]): ListColumn[] {
  return columns.map((column) => ({
    ...column,
    label: column.label.trim(),
    key: column.key || toFieldKey(column.label),
  }))
}
