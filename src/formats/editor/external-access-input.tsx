import type { FormatInput } from '../../domain/formats/format.ts'
import { canIdentifyPeople } from '../../domain/lists/list-binding.ts'
import { FormField, Select } from '../../ui/form/form-field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Columns } from '../../ui/page/layout.tsx'
import { findErrorMessage } from './format-errors.ts'
import type { ListOption } from './record-list-input.tsx'

interface Props {
  input: Pick<FormatInput, 'external' | 'fields'>
  lists: readonly ListOption[]
  faults: Record<string, string>
  onChange: (part: Partial<FormatInput>) => void
}

const audiences = [
  { value: 'none', label: 'Nadie' },
  { value: 'list', label: 'Las personas de una lista' },
  { value: 'anyone', label: 'Cualquiera que confirme su correo' },
] as const

export function ExternalAccessInput({ input: { external = {}, fields }, lists, faults, onChange }: Props) {
  const bound = fields.filter(({ list, approvers }) => list && !approvers)
  const source = bound.find(({ key }) => key === external.field)
  const list = lists.find(({ id }) => id === source?.list?.id)
  const errorOf = (part: string) => findErrorMessage(faults, `external.${part}`)
  function chooseField(field: string, who = external.who) {
    const next = bound.find(({ key }) => key === field)
    const columns = lists.find(({ id }) => id === next?.list?.id)?.columns ?? []
    const email = columns.find(({ type }) => type === 'email')?.key
    onChange({ external: { ...(who && { who }), ...(field && { field }), ...(email && { email }) } })
  }
  return (
    <>
      <FormField
        label="Quién puede pedirlo sin cuenta"
        name="external.who"
        group
        help="Lo piden en la página «Solicitar» con un código que llega a su correo. Aplica desde la próxima publicación. Todavía no admite campos de archivo."
        error={errorOf('who')}
      >
        <RadioGroup
          name="external.who"
          value={external.who ?? 'none'}
          options={audiences}
          onChange={(who) => {
            if (who === 'list') chooseField(bound[0]?.key ?? '', who)
            else onChange({ external: who === 'none' ? {} : { who } })
          }}
        />
      </FormField>
      {external.who === 'list' && (
        <Columns min={14}>
          <FormField
            label="Campo que se toma de la lista"
            name="external.field"
            help="La persona escribe su dato de identificación. Si coincide con su correo, los datos de la lista se completan y no se pueden cambiar."
            error={errorOf('field')}
          >
            <Select
              value={external.field ?? ''}
              placeholder="Elija un campo"
              options={bound.map(({ key, label }) => ({ value: key, label }))}
              onChange={(event) => chooseField(event.target.value)}
            />
          </FormField>
          <FormField label="Columna con los correos" name="external.email" error={errorOf('email')}>
            <Select
              value={external.email ?? ''}
              placeholder="Elija una columna"
              options={(list?.columns ?? [])
                .filter(({ key }) => source && list && canIdentifyPeople(source, list, key))
                .map(({ key, label }) => ({ value: key, label }))}
              onChange={(event) => onChange({ external: { ...external, email: event.target.value } })}
            />
          </FormField>
        </Columns>
      )}
    </>
  )
}
