import type { ComponentType } from 'react'
import type { RouteStage } from '../../domain/formats/route.ts'
import { RemovableList } from '../../ui/data/removable-list.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Select } from '../../ui/form/select.tsx'

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
  /** Groups to choose from; `undefined` while loading. */
  groups: readonly ApproverOption[] | undefined
  nameOf: (person: string) => string
  Person: UserPickerComponent
  onChange: (part: Pick<RouteStage, 'group' | 'people' | 'all'>) => void
  onFound: (person: ApproverOption) => void
  /** Returns the error message for a part of the step; `undefined` if the part is valid. */
  errorOf: (part: string) => string | undefined
}

/**
 * Returns the groups as select options. Lists the chosen group even if it was deleted, so that the select still shows
 * it.
 */
function toGroupOptions(groups: readonly ApproverOption[] | undefined, chosen: string) {
  if (!groups) return chosen ? [{ value: chosen, label: 'Cargando…' }] : []
  const known = groups.map(({ id: value, name }) => ({ value, label: name }))
  return known.some(({ value }) => value === chosen) || !chosen
    ? known
    : [...known, { value: chosen, label: 'Un grupo que ya no existe' }]
}

/** Inputs for a step's approvers: a group, or users; one or all of them must approve. */
export function StageApproversInput({ id, step, groups, nameOf, Person, onChange, onFound, errorOf }: Props) {
  const { group, people = [], all = false } = step
  const whole = (next: string[]) => onChange({ people: next, ...(all && next.length > 1 && { all }) })
  return (
    <>
      <FormField label="Quién decide" name={`${id}-who`} group>
        <RadioGroup
          name={`${id}-who`}
          inline
          value={group === undefined ? 'people' : 'group'}
          options={[
            { value: 'group', label: 'Un grupo' },
            { value: 'people', label: 'Personas determinadas' },
          ]}
          onChange={(kind) => onChange(kind === 'group' ? { group: groups?.[0]?.id ?? '' } : { people: [] })}
        />
      </FormField>
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
            options={toGroupOptions(groups, group)}
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
      {group === undefined && people.length > 1 && (
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
