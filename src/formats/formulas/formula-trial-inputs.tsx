import { useState } from 'react'
import type { CellValue, ValidationContext } from '../../domain/fields/field.ts'
import { Columns } from '../../ui/columns.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { FormulaScope } from './formula-error.ts'
import s from './formula-input.module.css'
import { computeTrial, listTrialInputs, readTrialText } from './formula-trial.ts'

interface Props {
  scope: FormulaScope
  context: ValidationContext
}

/** Result of a formula for values that can be changed. The values begin with the examples of the fields. */
export function FormulaTrialInputs({ scope, context }: Props) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const inputs = listTrialInputs(scope, context).map((input) => {
    const text = typed[input.path] ?? input.start
    return { ...input, text, ...readTrialText(input.field, text, context) }
  })
  const values = new Map<string, CellValue>()
  for (const { path, value } of inputs) if (value !== undefined) values.set(path, value)
  const result = computeTrial(scope, values)
  return (
    <section className={s.trial} aria-label="Prueba de la fórmula">
      {inputs.length > 0 && <p className={s.hint}>Pruébela con otros datos. No se guardan.</p>}
      <Columns min={11} gap={3}>
        {inputs.map(({ path, label, field, text, error }) => {
          const change = (value: string) => setTyped({ ...typed, [path]: value })
          return (
            <FormField key={path} label={label} error={error}>
              {field.type === 'choice' ? (
                <Select
                  options={(field.options ?? []).map(({ value }) => ({ value, label: value }))}
                  value={text}
                  onChange={(event) => change(event.target.value)}
                />
              ) : (
                <TextInput value={text} onChange={(event) => change(event.target.value)} />
              )}
            </FormField>
          )
        })}
      </Columns>
      <p role="status" className={s.result}>
        {result === undefined ? 'Sin resultado con estos datos.' : `Resultado: ${result}`}
      </p>
    </section>
  )
}
