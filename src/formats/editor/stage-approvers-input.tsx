import type { ComponentType } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import type { RouteStage } from '../../domain/formats/route.ts'
import { isPersonField } from '../../domain/formats/route-check.ts'
import { RemovableList } from '../../ui/data/removable-list.tsx'
import { FormField, Select } from '../../ui/form/form-field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { keepChosen } from '../keep-chosen.ts'

export interface ApproverOption {
  id: string
  name: string
}

export type UserPickerComponent = ComponentType<{
  value: null
  without: readonly string[]
  label: string
  onChange: (person: ApproverOption | null) => void
}>

interface Props {
  id: string
  step: RouteStage
  fields: readonly Field[]
  /** Groups to choose from; `undefined` while loading. */
  groups: readonly ApproverOption[] | undefined
  nameOf: (person: string) => string
  Person: UserPickerComponent
  onChange: (part: Pick<RouteStage, 'manager' | 'group' | 'people' | 'all'>) => void
  onFound: (person: ApproverOption) => void
  /** Returns the error message for a part of the step; `undefined` if the part is valid. */
  errorOf: (part: string) => string | undefined
}

/** Inputs for a step's approvers: the manager of a user, a group, or users; one or all of them must approve. */
export function StageApproversInput(props: Props) {
  const { id, step, groups, onChange } = props
  const { manager, group, people } = step
  const first = { group: groups?.[0]?.id ?? '' }
  const rest = group === undefined ? { people: people ?? [] } : { group }
  const byKind = {
    manager: () => ({ manager: {}, ...rest }),
    group: () => (group === undefined ? first : { group }),
    people: () => ({ people: people ?? [] }),
  }
  return (
    <>
      <FormField label="Quién decide" name={`${id}-who`} group>
        <RadioGroup
          name={`${id}-who`}
          inline
          value={manager ? 'manager' : group === undefined ? 'people' : 'group'}
          options={[
            { value: 'group', label: 'Un grupo' },
            { value: 'people', label: 'Personas determinadas' },
            { value: 'manager', label: 'Jefe inmediato' },
          ]}
          onChange={(kind) => onChange(byKind[kind]())}
        />
      </FormField>
      {manager && (
        <ManagedUserInput {...props} manager={manager} onManager={(next) => onChange({ manager: next, ...rest })} />
      )}
      {manager && (
        <FormField
          label="Si no tiene jefe inmediato"
          name={`${id}-fallback`}
          group
          help="También si la cuenta del jefe está inactiva, o si el jefe es quien solicita."
        >
          <RadioGroup
            name={`${id}-fallback`}
            inline
            value={group === undefined ? 'people' : 'group'}
            options={[
              { value: 'group', label: 'Decide un grupo' },
              { value: 'people', label: 'Deciden personas determinadas' },
            ]}
            onChange={(kind) => onChange({ manager, ...byKind[kind]() })}
          />
        </FormField>
      )}
      <GroupOrPeopleInput {...props} onChange={(part) => onChange({ ...(manager && { manager }), ...part })} />
    </>
  )
}

interface ManagedUserProps extends Props {
  manager: NonNullable<RouteStage['manager']>
  onManager: (manager: NonNullable<RouteStage['manager']>) => void
}

/** Input for the user whose manager decides. Hidden if the format has no field with an e-mail address. */
function ManagedUserInput({ id, fields, manager, onManager, errorOf }: ManagedUserProps) {
  const named = fields.filter(isPersonField)
  if (named.length === 0 && manager.field === undefined) return null
  return (
    <FormField
      label="Jefe de quién"
      name={`${id}-manager`}
      help="Una persona del formulario se reconoce por el correo de su cuenta."
      error={errorOf('manager')}
    >
      <Select
        value={manager.field ?? ''}
        placeholder="De quien solicita"
        options={keepChosen(
          named.map(({ key, label }) => ({ value: key, label: `De la persona de «${label}»` })),
          manager.field,
          'De un campo que ya no sirve',
        )}
        onChange={({ target }) => onManager(target.value ? { field: target.value } : {})}
      />
    </FormField>
  )
}

function GroupOrPeopleInput({ id, step, groups, nameOf, Person, onChange, onFound, errorOf }: Props) {
  const { manager, group, people = [], all = false } = step
  const whole = (next: string[]) => onChange({ people: next, ...(all && next.length > 1 && { all }) })
  return (
    <>
      {group !== undefined && (
        <FormField
          label="Grupo"
          name={`${id}-group`}
          required
          help={
            groups?.length === 0 ? 'Aún no hay grupos. Créelos en Ajustes › Grupos.' : 'Cualquiera de sus personas.'
          }
          error={group === '' ? 'Elija el grupo.' : errorOf('group')}
        >
          <Select
            value={group}
            {...(group === '' && { placeholder: 'Ninguno' })}
            options={keepChosen(
              groups?.map(({ id: value, name }) => ({ value, label: name })) ?? [],
              group,
              groups ? 'Un grupo que ya no existe' : 'Cargando…',
            )}
            onChange={(event) => onChange({ group: event.target.value })}
          />
        </FormField>
      )}
      {group === undefined && (
        <FormField label="Personas" name={`${id}-people`} group error={errorOf('people')}>
          <Person
            value={null}
            without={people}
            label="Agregar una persona"
            onChange={(user) => {
              if (!user) return
              onFound(user)
              whole([...people, user.id])
            }}
          />
          <RemovableList
            items={people.map((id) => ({ id, name: nameOf(id) }))}
            onRemove={(user) => whole(people.filter((each) => each !== user))}
          />
        </FormField>
      )}
      {!manager && group === undefined && people.length > 1 && (
        <FormField label="Cuántas deben aprobar" name={`${id}-all`} group error={errorOf('all')}>
          <RadioGroup
            name={`${id}-all`}
            inline
            value={all ? 'all' : 'any'}
            options={[
              { value: 'any', label: 'Basta una' },
              { value: 'all', label: `Las ${people.length}` },
            ]}
            onChange={(kind) => onChange({ people, ...(kind === 'all' && { all: true }) })}
          />
        </FormField>
      )}
    </>
  )
}
