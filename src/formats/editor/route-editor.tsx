import { useId, useState } from 'react'
import type { Context, Field } from '../../domain/fields/field.ts'
import type { RouteStep } from '../../domain/formats/route.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { fieldId } from '../../ui/field-context.ts'
import { FormField } from '../../ui/form-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { faultAt } from './faults.ts'
import s from './route-editor.module.css'
import { StepConditionInput } from './step-condition.tsx'
import { type NamedDecider, type PersonFinder, StepDeciders } from './step-deciders.tsx'

interface Props {
  route: readonly RouteStep[]
  fields: readonly Field[]
  context: Context
  /** Left out until they were read. */
  groups: readonly NamedDecider[] | undefined
  /** Those whom the route names already. */
  people: readonly NamedDecider[]
  Person: PersonFinder
  faults: Record<string, string>
  onChange: (route: RouteStep[]) => void
}

const most = 10

/** Who decides a request, one step after the other. */
export function RouteEditor({ route, fields, context, groups, people, Person, faults, onChange }: Props) {
  const id = useId()
  const [found, setFound] = useState<readonly NamedDecider[]>([])
  const nameOf = (person: string) => [...people, ...found].find((each) => each.id === person)?.name ?? 'Alguien'
  const put = (place: number, step: RouteStep) => onChange(route.with(place, step))
  const focusOn = (control: string) => requestAnimationFrame(() => document.getElementById(control)?.focus())
  const focus = (control: string) => focusOn(`${id}-${control}`)

  function add() {
    onChange([...route, { key: freeKey(route), name: '', ...(groups?.[0] ? { group: groups[0].id } : { people: [] }) }])
    focusOn(fieldId('', `${id}-${route.length}-name`))
  }
  function move(place: number, way: 1 | -1) {
    const moved = route[place]
    if (!moved) return
    onChange(route.toSpliced(place, 1).toSpliced(place + way, 0, moved))
    const at = place + way
    focus(`${at}-${way < 0 ? (at ? 'up' : 'down') : at < route.length - 1 ? 'down' : 'up'}`)
  }
  function remove(place: number) {
    onChange(route.toSpliced(place, 1))
    focus('add')
  }

  return (
    <Stack gap={3}>
      {faults.route && <Notice tone="warning">{faultAt({ route: faults.route }, 'route')}</Notice>}
      {route.length === 0 && (
        <EmptyState icon="shield" title="Decide cualquier administrador">
          Con pasos, cada solicitud pasa en orden por varios grupos o personas, por ejemplo «Jefe del área», «Compras» y
          «Finanzas». Un paso puede aplicar siempre o solo desde cierto valor.
        </EmptyState>
      )}
      <ol className={s.list}>
        {route.map((step, place) => {
          const at = `${id}-${place}`
          const nameOfStep = `el paso ${place + 1}`
          const errorOf = (part: string) => faultAt(faults, `route.${place}.${part}`)
          return (
            <li key={step.key} className={s.step}>
              <div className={s.head}>
                <strong>Paso {place + 1}</strong>
                <div className={s.actions}>
                  <IconButton
                    id={`${at}-up`}
                    icon="chevronUp"
                    size="s"
                    label={`Subir ${nameOfStep}`}
                    disabled={place === 0}
                    onClick={() => move(place, -1)}
                  />
                  <IconButton
                    id={`${at}-down`}
                    icon="chevronDown"
                    size="s"
                    label={`Bajar ${nameOfStep}`}
                    disabled={place === route.length - 1}
                    onClick={() => move(place, 1)}
                  />
                  <IconButton icon="trash" size="s" label={`Quitar ${nameOfStep}`} onClick={() => remove(place)} />
                </div>
              </div>
              <FormField label="Nombre del paso" name={`${at}-name`} required error={errorOf('name')}>
                <TextInput
                  maxLength={80}
                  placeholder="Jefe del área"
                  value={step.name}
                  onChange={(event) => put(place, { ...step, name: event.target.value })}
                />
              </FormField>
              <StepDeciders
                id={at}
                step={step}
                groups={groups}
                nameOf={nameOf}
                Person={Person}
                onFound={(person) => setFound((before) => [...before, person])}
                onChange={({ group, people, all }) => {
                  const { group: _, people: __, all: ___, ...rest } = step
                  put(place, {
                    ...rest,
                    ...(group !== undefined && { group }),
                    ...(people && { people }),
                    ...(all && { all }),
                  })
                }}
                errorOf={errorOf}
              />
              <StepConditionInput
                id={at}
                fields={fields}
                context={context}
                value={step.when}
                onChange={(when) => {
                  const { when: _, ...rest } = step
                  put(place, when ? { ...rest, when } : rest)
                }}
                error={errorOf('when')}
              />
              <Switch
                label="Puede decidir su propia solicitud"
                help="Si no se marca, decide otra persona del paso; si no hay otra, un administrador."
                checked={step.ownAllowed ?? false}
                onChange={(event) => {
                  const { ownAllowed: _, ...rest } = step
                  put(place, event.target.checked ? { ...rest, ownAllowed: true } : rest)
                }}
              />
            </li>
          )
        })}
      </ol>
      <Cluster>
        <Button id={`${id}-add`} size="s" icon="plus" disabled={route.length >= most} onClick={add}>
          Agregar paso
        </Button>
      </Cluster>
    </Stack>
  )
}

/** `paso_3`: what a step is called where nobody reads it, unlike all others. */
function freeKey(route: readonly RouteStep[]): string {
  let number = route.length + 1
  while (route.some(({ key }) => key === `paso_${number}`)) number += 1
  return `paso_${number}`
}
