import { useState } from 'react'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { Columns } from '../../ui/columns.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import s from './approval-route-editor.module.css'
import { addMissingOption, listConditionAnswers } from './condition-input.tsx'
import {
  comparisonOperators,
  formatComparisonValue,
  formatStageCondition,
  getComparisonKind,
  operatorLabels,
  parseComparisonValue,
  type StageCondition,
} from './stage-condition-text.ts'

interface Props {
  /** Prefix of the controls' ids, unique among the steps. */
  id: string
  fields: readonly Field[]
  context: ValidationContext
  value: StageCondition | undefined
  onChange: (condition: StageCondition | undefined) => void
  /** Error message, not a code. */
  error: string | undefined
}

/** Inputs for a step's condition: the step applies to all requests, or only to those with a certain answer or value. */
export function StageConditionInput({ id, fields, context, value, onChange, error }: Props) {
  const usable = fields.filter((field) => getComparisonKind(field, fields) !== null)
  const field = usable.find(({ key }) => key === value?.key)
  const asked = field && getComparisonKind(field, fields)
  const than = value && 'than' in value ? value.than : ''
  const [told, setTold] = useState<string>()
  const [typed, setTyped] = useState('')
  // Resets the typed text if the value changed elsewhere, for example because changes were discarded.
  if (than !== told) {
    setTold(than)
    setTyped(field ? formatComparisonValue(field, than) : '')
  }
  function choose(key: string) {
    const next = usable.find((each) => each.key === key)
    setTyped('')
    setTold('')
    if (!next) return onChange(undefined)
    const [first] = getComparisonKind(next, fields) === 'answer' ? listConditionAnswers(next) : []
    onChange(first ? { key, equals: first.equals } : { key, sign: '>=', than: '' })
  }
  return (
    <div>
      <Columns min={11}>
        <FormField
          label="Cuándo"
          name={`${id}-when`}
          error={asked === 'number' || asked === 'date' ? undefined : error}
        >
          <Select
            value={value?.key ?? ''}
            placeholder="Siempre"
            options={addMissingOption(
              usable.map(({ key, label }) => ({ value: key, label: `Según «${label}»` })),
              value?.key,
            )}
            onChange={(event) => choose(event.target.value)}
          />
        </FormField>
        {field && value && 'equals' in value && (
          <FormField label="Cuando la respuesta es" name={`${id}-equals`}>
            <Select
              value={String(value.equals)}
              options={addMissingOption(
                listConditionAnswers(field).map(({ equals, name }) => ({ value: String(equals), label: name })),
                String(value.equals),
              )}
              onChange={(event) => {
                const chosen = listConditionAnswers(field).find(({ equals }) => String(equals) === event.target.value)
                if (chosen) onChange({ key: field.key, equals: chosen.equals })
              }}
            />
          </FormField>
        )}
        {field && value && 'than' in value && (asked === 'number' || asked === 'date') && (
          <>
            <FormField label="Cuando su valor" name={`${id}-sign`}>
              <Select
                value={value.sign}
                options={comparisonOperators.map((sign) => ({ value: sign, label: operatorLabels[asked][sign] }))}
                onChange={(event) => {
                  const sign = comparisonOperators.find((each) => each === event.target.value)
                  if (sign) onChange({ ...value, sign })
                }}
              />
            </FormField>
            <FormField
              label={asked === 'date' ? 'Día' : 'Valor'}
              name={`${id}-than`}
              required
              error={error && !value.than ? 'Escriba con qué se compara.' : error}
            >
              <TextInput
                value={typed}
                inputMode={asked === 'date' ? 'text' : 'decimal'}
                placeholder={asked === 'date' ? 'dd/mm/aaaa' : '10.000.000'}
                onChange={(event) => {
                  const next = parseComparisonValue(field, asked, event.target.value, context)
                  setTyped(event.target.value)
                  setTold(next)
                  onChange({ ...value, than: next })
                }}
              />
            </FormField>
          </>
        )}
      </Columns>
      <p className={s.sentence} role="status">
        {formatStageCondition(value, fields)}
      </p>
    </div>
  )
}
