import { useState } from 'react'
import type { Column, Field } from '../../domain/fields/field.ts'
import { Button, IconButton } from '../../ui/actions/button.tsx'
import { FormField, Select, TextInput } from '../../ui/form/form-field.tsx'
import { Cluster, Columns, Stack } from '../../ui/page/layout.tsx'
import { keepChosen } from '../keep-chosen.ts'
import s from './condition-builder.module.css'
import {
  type ConditionDraft,
  type ConditionTest,
  type ConditionTestOption,
  createConditionTest,
  listFieldAnswers,
} from './condition-draft.ts'

/** Converts the text of a test between its stored and its displayed form; absent if both are the same. */
interface TextConversion {
  parse: (field: Field | Column, typed: string) => string
  format: (field: Field | Column, text: string) => string
}

interface Props {
  /** Prefix of the names of the inputs. */
  id: string
  label: string
  /** Option for no condition, such as «Siempre»; absent if a condition is required. */
  none?: string
  fields: readonly (Field | Column)[]
  value: ConditionDraft
  onChange: (value: ConditionDraft) => void
  listTests: (field: Field | Column | undefined) => ConditionTestOption[]
  conversion?: TextConversion | undefined
  /** Error message, not a code. */
  error?: string | undefined
}

const maxTests = 10

const keepUsed = (options: Parameters<typeof keepChosen>[0], chosen: string | undefined) =>
  keepChosen(options, chosen, `«${chosen}», que ya no sirve`)

export function ConditionBuilder(props: Props) {
  const { id, fields, value, onChange, listTests } = props
  const { joint, tests } = value
  const set = (place: number, test: ConditionTest | undefined) =>
    onChange({ joint, tests: test ? tests.with(place, test) : tests.toSpliced(place, 1) })
  function add() {
    const first = fields.find(({ key }) => !tests.some((test) => test.key === key)) ?? fields[0]
    if (first) onChange({ joint, tests: [...tests, createConditionTest(first, listTests(first))] })
  }
  return (
    <Stack gap={3}>
      {tests.length === 0 && (
        <TestInputs {...props} place={0} onTest={(test) => test && onChange({ joint, tests: [test] })} />
      )}
      {tests.map((test, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tests have no identity, and inputs follow their values.
        <TestInputs key={index} {...props} place={index} test={test} onTest={(next) => set(index, next)} />
      ))}
      {tests.length > 0 && (
        <Cluster>
          <Button size="s" icon="plus" disabled={tests.length >= maxTests} onClick={add}>
            Agregar condición
          </Button>
          {tests.length > 1 && (
            <FormField label="Se cumplen" name={`${id}-joint`} hideLabel>
              <Select
                value={joint}
                options={[
                  { value: 'and', label: 'Deben cumplirse todas' },
                  { value: 'or', label: 'Basta con una' },
                ]}
                onChange={(event) => onChange({ joint: event.target.value === 'or' ? 'or' : 'and', tests })}
              />
            </FormField>
          )}
        </Cluster>
      )}
    </Stack>
  )
}

interface TestProps extends Props {
  place: number
  test?: ConditionTest
  /** Called with the changed test; `undefined` removes it. */
  onTest: (test: ConditionTest | undefined) => void
}

function TestInputs({ id, label, none, fields, value, listTests, conversion, error, place, test, onTest }: TestProps) {
  const field = fields.find(({ key }) => key === test?.key)
  const options = listTests(field)
  const isComparison = test !== undefined && test.test !== 'there' && test.test !== 'missing'
  const isMissing = isComparison && test.text.trim() === ''
  const shown = place === 0 || isMissing ? error : undefined
  const name = (part: string) => `${id}-${place}-${part}`
  const isOnly = value.tests.length < 2
  function choose(key: string) {
    const next = fields.find((each) => each.key === key)
    onTest(next && createConditionTest(next, listTests(next)))
  }
  function chooseTest(chosen: string) {
    const next = options.find((option) => option.value === chosen)
    if (!next || !test || !field) return
    const hasText = next.value !== 'there' && next.value !== 'missing'
    onTest({ ...test, test: next.value, text: hasText ? test.text || (listFieldAnswers(field)[0] ?? '') : '' })
  }
  return (
    <fieldset className={s.test} aria-label={isOnly ? undefined : `Condición ${place + 1}`}>
      <Columns min={10}>
        <FormField label={place === 0 ? label : 'Campo'} name={name('field')} error={isComparison ? undefined : shown}>
          <Select
            value={test?.key ?? ''}
            {...(none !== undefined && isOnly && { placeholder: none })}
            options={keepUsed(
              fields.map(({ key, label: text }) => ({
                value: key,
                label: none === undefined ? text : `Según «${text}»`,
              })),
              test?.key,
            )}
            onChange={(event) => choose(event.target.value)}
          />
        </FormField>
        {test && (
          <FormField label="Comparación" name={name('test')}>
            <Select
              value={test.test}
              options={keepUsed(options, test.test)}
              onChange={(event) => chooseTest(event.target.value)}
            />
          </FormField>
        )}
        {isComparison && (
          <FormField
            label="Valor"
            name={name('value')}
            required
            error={shown && isMissing ? 'Escriba con qué se compara.' : shown}
          >
            <ValueInput
              field={field}
              text={test.text}
              conversion={conversion}
              onChange={(text) => onTest({ ...test, text })}
            />
          </FormField>
        )}
      </Columns>
      {!isOnly && (
        <IconButton icon="trash" label={`Quitar la condición ${place + 1}`} onClick={() => onTest(undefined)} />
      )}
    </fieldset>
  )
}

interface ValueProps {
  field: Field | Column | undefined
  text: string
  conversion: TextConversion | undefined
  onChange: (text: string) => void
}

function ValueInput({ field, text, conversion, onChange }: ValueProps) {
  const display = () => (field && conversion ? conversion.format(field, text) : text)
  const [told, setTold] = useState(text)
  const [typed, setTyped] = useState(display)
  // Resets the typed text if the value changed elsewhere, for example by choosing another field.
  if (text !== told) {
    setTold(text)
    setTyped(display())
  }
  const answers = field ? listFieldAnswers(field) : []
  if (answers.length > 0)
    return (
      <Select
        value={text}
        options={keepUsed(
          answers.map((answer) => ({ value: answer, label: answer })),
          text,
        )}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <TextInput
      value={typed}
      placeholder={field?.type === 'date' ? 'dd/mm/aaaa' : undefined}
      onChange={(event) => {
        const next = field && conversion ? conversion.parse(field, event.target.value) : event.target.value
        setTyped(event.target.value)
        setTold(next)
        onChange(next)
      }}
    />
  )
}
