import type { ColumnMapping } from '../../domain/batches/column-matching.ts'
import type { Field } from '../../domain/fields/field.ts'
import { getListJoins, type ListJoin } from '../../domain/lists/list-join.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import { FormField, Select } from '../../ui/form/form-field.tsx'
import { Columns, Panel } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import type { ImportSession } from '../intake/import-session.ts'

interface Props {
  importing: ImportSession
  sheet: SheetSummary
  fields: readonly Field[]
  mapping: ColumnMapping
  /** Keys of the fields that are filled from lists of the organisation for this sheet. */
  joined: ReadonlySet<string>
}

/** One panel per list of the organisation that fills fields. For each field the user chooses the list or a sheet column as source. */
export function ListFieldSources({ importing, sheet, fields, mapping, joined }: Props) {
  const placed = new Set(Object.values(mapping))
  const findField = (key: string) => fields.find((field) => field.key === key)
  const labelOf = (key: string) => `«${findField(key)?.label ?? key}»`
  return getListJoins(fields, importing.lists).map((join) => {
    const name = importing.lists.find(({ id }) => id === join.list)?.name ?? ''
    const labels = new Intl.ListFormat('es').format(join.fills.map(labelOf))
    if (!placed.has(join.by))
      return (
        <Notice key={join.field}>
          {`Agregue una columna de ${labelOf(join.by)} para tomar ${labels} de la lista «${name}».`}
        </Notice>
      )
    return (
      <Panel
        key={join.field}
        title={`De la lista «${name}», por ${labelOf(join.by)}`}
        {...(!join.fixed && {
          description: 'La hoja puede traer solo ese dato: los demás se toman de la lista.',
        })}
      >
        {join.fixed ? (
          <p>{`Este formato siempre toma de la lista ${labels}, aunque la hoja tenga otro dato.`}</p>
        ) : (
          <Columns min={14}>
            {join.fills.map((key) => (
              <FieldSourceSelect
                key={key}
                {...{ importing, sheet, mapping, join, name }}
                field={findField(key)}
                on={joined.has(key)}
              />
            ))}
          </Columns>
        )}
      </Panel>
    )
  })
}

interface ChoiceProps extends Omit<Props, 'fields' | 'joined'> {
  join: ListJoin
  name: string
  field: Field | undefined
  on: boolean
}

function FieldSourceSelect({ importing, sheet, mapping, name, field, on }: ChoiceProps) {
  if (!field) return null
  const column = sheet.columns.find((each) => mapping[each.column] === field.key)
  const from = column && `columna ${column.letter} (${column.header || 'sin encabezado'})`
  const options = [
    ...(from
      ? [
          { value: 'column', label: `De la ${from}` },
          { value: 'both', label: `De la ${from}; si está vacía, de la lista` },
        ]
      : [{ value: 'column', label: 'Se deja vacío' }]),
    { value: 'list', label: `De la lista «${name}»` },
  ]
  return (
    <FormField label={field.label}>
      <Select
        options={options}
        value={on ? (column ? 'both' : 'list') : 'column'}
        onChange={({ target: { value } }) =>
          void importing.join(field.key, value !== 'column', value === 'list' ? column?.column : undefined)
        }
      />
    </FormField>
  )
}
