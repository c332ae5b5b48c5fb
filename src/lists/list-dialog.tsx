import { useMutation } from '@tanstack/react-query'
import { type PathValue, type ResolverResult, set } from 'react-hook-form'
import { toFieldKey } from '../domain/fields/key-from-label.ts'
import { type ListColumn, type ListInput, listAccessLabels, listAccessLevels } from '../domain/lists/list.ts'
import { listSchema } from '../domain/lists/list-input.ts'
import type { RecordList } from '../domain/lists/list-output.ts'
import { getFieldError } from '../lib/form-errors.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { Checkbox, FormField, Select, TextInput } from '../ui/form/form-field.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { Stack } from '../ui/page/layout.tsx'
import { ListColumnEditor } from './list-column-editor.tsx'
import { saveListMutation } from './queries.ts'

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
    { key: '', label: '', type: 'text' },
    { key: '', label: '', type: 'text' },
  ],
  keyColumn: '',
  access: 'admins',
  groups: [],
}

/** Dialog for the name, columns and access of a list of the organisation. Records are imported from a sheet afterwards. */
export function ListDialog({ list, groups, onSaved, onClose }: Props) {
  const saving = useMutation({ ...saveListMutation, onSuccess: onSaved })
  const { form, dialog, field } = useFormDialog<ListInput>({
    labels: listLabels,
    resolver: resolveList,
    values: toListForm(list ?? emptyList),
    noun: 'esta lista',
    send: (input) => saving.mutateAsync({ ...input, ...(list && { id: list.id }) }),
  })
  const { columns, keyColumn, access, groups: chosen } = form.watch()
  const { errors, isSubmitted } = form.formState
  const isKept = Boolean(list?.current)

  function change<Name extends keyof ListInput>(name: Name, value: ListInput[Name]) {
    form.setValue(name, value as PathValue<ListInput, Name>, { shouldDirty: true })
    if (isSubmitted) void form.trigger()
  }
  function changeColumns(next: ListColumn[], removed?: number) {
    const place = Number(keyColumn)
    change('columns', next)
    if (removed !== undefined && removed <= place) change('keyColumn', String(removed < place ? place - 1 : 0))
  }
  return (
    <FormDialog
      id="list"
      size="l"
      title={list ? `Editar «${list.name}»` : 'Nueva lista'}
      submit="Guardar la lista"
      {...dialog}
      onClose={onClose}
    >
      <FormField {...field('name')} required help="Por ejemplo: Empleados, Proveedores.">
        <TextInput {...form.register('name')} />
      </FormField>
      <ListColumnEditor
        columns={columns}
        errorAt={(path) => getFieldError(errors, path)}
        lockedKeys={isKept ? (list?.columns.map(({ key }) => key) ?? []) : []}
        onChange={changeColumns}
      />
      <FormField
        {...field('keyColumn')}
        help={
          isKept
            ? 'No se puede cambiar: con ella se comparan las importaciones.'
            : 'No se repite dentro de la lista, como la cédula o el NIT.'
        }
      >
        <Select
          disabled={isKept}
          value={keyColumn}
          options={columns.map(({ label }, index) => ({ value: String(index), label: label.trim() || '(sin nombre)' }))}
          onChange={(event) => change('keyColumn', event.target.value)}
        />
      </FormField>
      <FormField
        {...field('access')}
        group
        help="Estas personas pueden buscar en todas las columnas y elegir registros al diligenciar un formato."
      >
        <RadioGroup
          name="access"
          value={access}
          onChange={(value) => change('access', value as ListInput['access'])}
          options={listAccessLevels
            .filter((value) => value !== 'groups' || groups.length > 0)
            .map((value) => ({ value, label: listAccessLabels[value] }))}
        />
      </FormField>
      {access === 'groups' && (
        <FormField {...field('groups')} group>
          <Stack gap={2}>
            {groups.map((group) => (
              <Checkbox
                key={group.id}
                label={group.name}
                checked={chosen.includes(group.id)}
                onChange={(event) =>
                  change(
                    'groups',
                    event.target.checked ? [...chosen, group.id] : chosen.filter((id) => id !== group.id),
                  )
                }
              />
            ))}
          </Stack>
        </FormField>
      )}
    </FormDialog>
  )
}

/**
 * Converts a list to form values. In the form, `keyColumn` is a column index, because the key of an unsaved column
 * changes with its name.
 */
function toListForm({ name, columns, keyColumn, access, groups }: ListInput): ListInput {
  const index = columns.findIndex(({ key }) => key !== '' && key === keyColumn)
  return { name, columns, keyColumn: String(Math.max(0, index)), access, groups }
}

/** Validates the form values and converts them to the list. */
function resolveList(draft: ListInput): ResolverResult<ListInput> {
  const columns = addColumnKeys(draft.columns)
  const keyColumn = columns[Number(draft.keyColumn)]?.key ?? ''
  const input = { ...draft, columns, keyColumn, groups: draft.access === 'groups' ? draft.groups : [] }
  const errors = {}
  for (const [at, message] of Object.entries(validateList(input))) set(errors, at, { type: 'value', message })
  return Object.keys(errors).length ? { values: {}, errors } : { values: input, errors: {} }
}

/** Returns the columns with keys. Derives a new column's key from its name; existing keys never change, because formats refer to them. */
function addColumnKeys(columns: readonly ListColumn[]): ListColumn[] {
  return columns.map((column) => ({
    ...column,
    label: column.label.trim(),
    key: column.key || toFieldKey(column.label),
  }))
}

/**
 * Validates a list. Returns error codes by control, e.g. `columns.0.label`. A column without a name has no error of its
 * key, because the key is derived from the name.
 */
export function validateList(input: ListInput): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of listSchema.safeParse(input).error?.issues ?? []) {
    const at = path.join('.').replace(/^(columns\.\d+)\.key$/, '$1.label')
    if (!found[at] || message === 'required') found[at] = message
  }
  // Drops the error about equal columns if a column has another error, because unnamed columns would also count as
  // equal.
  if (Object.keys(found).some((at) => at.startsWith('columns.'))) delete found.columns
  return found
}

/** Labels of the controls, in display order. A list has 30 columns at most. */
const listLabels: Record<string, string> = {
  name: 'Nombre',
  ...Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`columns.${index}.label`, `Columna ${index + 1}`])),
  columns: 'Columnas',
  keyColumn: 'Cada registro se identifica con',
  access: 'Quién la ve',
  groups: 'Grupos',
}
