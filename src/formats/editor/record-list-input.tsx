import type { Field } from '../../domain/fields/field.ts'
import { isFillableFromList } from '../../domain/lists/list-binding.ts'
import type { RecordList } from '../../domain/lists/list-output.ts'
import { Checkbox, FormField, Select } from '../../ui/form/form-field.tsx'
import { Columns, Stack } from '../../ui/page/layout.tsx'
import { keepChosen } from '../keep-chosen.ts'

export type ListOption = Pick<RecordList, 'id' | 'name' | 'columns' | 'keyColumn'>

interface Props {
  field: Field
  others: readonly Field[]
  lists: readonly ListOption[]
  /** Error message, not a code. */
  error: string | undefined
  onChange: (list: Field['list']) => void
}

export function RecordListInput({ field, others, lists, error, onChange }: Props) {
  const { list } = field
  if (!isFillableFromList(field) || field.type === 'choice') return null
  const chosen = lists.find(({ id }) => id === list?.id)
  const named = lists.map(({ id, name }) => ({ value: id, label: name }))
  const known = chosen?.columns.map(({ key, label }) => ({ value: key, label })) ?? []
  const withColumn = (column: string) => keepChosen(known, column, `«${column}», que ya no está`)
  const fills = list?.fills ?? []
  const columnOf = (key: string) => fills.find((fill) => fill.key === key)?.column ?? ''
  const taken = [list?.column, ...fills.map((fill) => fill.column)]
  const keyLabel = `${known.find(({ value }) => value === chosen?.keyColumn)?.label ?? 'Su clave'} (la clave de la lista)`
  const unbound = list?.match && !taken.includes(list.match) ? known.filter(({ value }) => value === list.match) : []
  function fill(key: string, column: string) {
    if (!list) return
    const rest = fills.filter((one) => one.key !== key)
    onChange({ ...list, fills: column ? [...rest, { key, column }] : rest })
  }
  return (
    <Stack gap={3}>
      <Columns min={14}>
        <FormField
          label="Se busca en una lista"
          name="list"
          optional
          error={error}
          help="La persona busca y elige. Si no puede ver la lista, escribe el dato."
        >
          <Select
            value={list?.id ?? ''}
            placeholder="No"
            options={keepChosen(named, list?.id, 'Una lista que ya no existe')}
            onChange={(event) => {
              const next = lists.find(({ id }) => id === event.target.value)
              const [first] = next?.columns ?? []
              onChange(next && first ? { id: next.id, column: first.key } : undefined)
            }}
          />
        </FormField>
        {list && (
          <FormField label="Este campo toma la columna" name="listColumn">
            <Select
              value={list.column}
              options={withColumn(list.column)}
              onChange={(event) => onChange({ ...list, column: event.target.value })}
            />
          </FormField>
        )}
      </Columns>
      {list && (
        <>
          <FormField label="Al elegir se completan también" name="fills" group>
            <Columns min={14}>
              {others.filter(isFillableFromList).map(({ key, label }) => (
                <FormField key={key} label={label} name={`fills.${key}`}>
                  <Select
                    value={columnOf(key)}
                    placeholder="No se completa"
                    options={withColumn(columnOf(key))}
                    onChange={(event) => fill(key, event.target.value)}
                  />
                </FormField>
              ))}
            </Columns>
          </FormField>
          <FormField
            label="Cada registro se identifica con"
            name="match"
            help="Con ese dato se completan los lotes y se comprueban los campos exigidos. Debe identificar un solo registro y estar en un campo."
          >
            <Select
              value={list.match ?? ''}
              placeholder={keyLabel}
              options={[
                ...known.filter(({ value }) => value !== chosen?.keyColumn && taken.includes(value)),
                ...unbound,
              ]}
              onChange={(event) => onChange({ ...list, match: event.target.value || undefined })}
            />
          </FormField>
          <Checkbox
            label="Exigir los datos de la lista: no se puede enviar un dato distinto"
            checked={list.fixed ?? false}
            onChange={(event) => onChange({ ...list, fixed: event.target.checked || undefined })}
          />
        </>
      )}
    </Stack>
  )
}
