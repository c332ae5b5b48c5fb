import { useState } from 'react'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import type { RouteStage } from '../../domain/formats/route.ts'
import { FormField, TextInput } from '../../ui/form/form-field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { EmptyState, Notice } from '../../ui/state/screen-states.tsx'
import { getComparisonKind } from '../conditions/comparison.ts'
import { FieldConditionInput } from '../conditions/field-condition-input.tsx'
import { findErrorMessage } from './format-errors.ts'
import s from './ordered-list.module.css'
import { type OrderedItemProps, OrderedList } from './ordered-list.tsx'
import { setOrRemoveProperty } from './paper-settings-editor-props.ts'
import { type ApproverOption, StageApproversInput, type UserPickerComponent } from './stage-approvers-input.tsx'

interface Props {
  route: readonly RouteStage[]
  fields: readonly Field[]
  context: ValidationContext
  /** Groups to choose from; `undefined` while loading. */
  groups: readonly ApproverOption[] | undefined
  people: readonly ApproverOption[]
  Person: UserPickerComponent
  faults: Record<string, string>
  onChange: (route: RouteStage[]) => void
}

const maxSteps = 10

export function ApprovalRouteEditor({ route, people, faults, onChange, ...choices }: Props) {
  const [found, setFound] = useState<readonly ApproverOption[]>([])
  const nameOf = (user: string) => [...people, ...found].find((each) => each.id === user)?.name ?? 'Alguien'

  return (
    <Stack gap={3}>
      {faults.route && <Notice tone="warning">{findErrorMessage({ route: faults.route }, 'route')}</Notice>}
      {route.length === 0 && (
        <EmptyState icon="shield" title="Decide cualquier administrador">
          Con pasos, cada solicitud pasa en orden por varios grupos o personas, por ejemplo «Jefe del área», «Compras» y
          «Finanzas». Un paso puede aplicar siempre o solo desde cierto valor.
        </EmptyState>
      )}
      <OrderedList
        className="stack-4"
        items={route}
        max={maxSteps}
        addLabel="Agregar paso"
        nameItem={(place) => `el paso ${place + 1}`}
        getKey={({ key }) => key}
        createItem={() => ({ key: generateStepKey(route), name: '', ...getInitialApprovers(choices.groups) })}
        firstInput="name"
        onChange={onChange}
        renderItem={(row) => (
          <RouteStageInput
            {...row}
            nameOf={nameOf}
            {...choices}
            errorOf={(part) => findErrorMessage(faults, `route.${row.place}.${part}`)}
            onFound={(user) => setFound((before) => [...before, user])}
          />
        )}
      />
    </Stack>
  )
}

interface StepProps extends Pick<Props, 'fields' | 'context' | 'groups' | 'Person'>, OrderedItemProps<RouteStage> {
  nameOf: (person: string) => string
  errorOf: (part: string) => string | undefined
  onFound: (person: ApproverOption) => void
}

function RouteStageInput({ id, item: step, place, onChange, buttons, ...props }: StepProps) {
  const { fields, context, errorOf } = props
  return (
    <li className={s.step}>
      <div className="row spread">
        <strong>Paso {place + 1}</strong>
        {buttons}
      </div>
      <FormField label="Nombre del paso" name={`${id}-name`} required error={errorOf('name')}>
        <TextInput
          maxLength={80}
          placeholder="Jefe del área"
          value={step.name}
          onChange={(event) => onChange({ ...step, name: event.target.value })}
        />
      </FormField>
      <StageApproversInput
        id={id}
        step={step}
        fields={fields}
        groups={props.groups}
        nameOf={props.nameOf}
        Person={props.Person}
        onFound={props.onFound}
        onChange={(part) => {
          const { manager: _, group: __, people: ___, all: ____, ...rest } = step
          onChange({ ...rest, ...part })
        }}
        errorOf={errorOf}
      />
      <FieldConditionInput
        id={`${id}-when`}
        label="Cuándo"
        none="Siempre"
        fields={fields.filter((field) => isTestable(field, fields))}
        among={fields}
        context={context}
        value={step.when}
        sentence={{ start: 'Solo si', none: 'Toda solicitud pasa por este paso.' }}
        onChange={(when) => onChange(setOrRemoveProperty(step, 'when', when))}
        error={errorOf('when')}
      />
      <Switch
        label="Puede decidir su propia solicitud"
        help="Si no se marca, decide otra persona del paso; si no hay otra, un administrador."
        checked={step.ownAllowed ?? false}
        onChange={(event) => onChange(setOrRemoveProperty(step, 'ownAllowed', event.target.checked || undefined))}
      />
    </li>
  )
}

/** Returns the first group; an empty group while the groups load, and an empty list of users if there are no groups. */
const getInitialApprovers = (groups: readonly ApproverOption[] | undefined): Pick<RouteStage, 'group' | 'people'> =>
  groups?.length === 0 ? { people: [] } : { group: groups?.[0]?.id ?? '' }

/** Returns whether the condition of a stage can test a field: its answer, or the number or date that it computes. */
const isTestable = (field: Field, fields: readonly Field[]) =>
  field.type === 'computed'
    ? getComparisonKind(field, fields) !== null
    : field.type !== 'table' && field.type !== 'file'

/** Returns an unused internal key for a step: `paso_3`. */
function generateStepKey(route: readonly RouteStage[]): string {
  let number = route.length + 1
  while (route.some(({ key }) => key === `paso_${number}`)) number += 1
  return `paso_${number}`
}
