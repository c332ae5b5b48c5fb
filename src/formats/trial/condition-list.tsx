import { useEffect, useState } from 'react'
import type { Field, Values } from '../../domain/fields/field.ts'
import { evaluateFormatCondition, type FormatCondition } from '../../domain/formats/format-conditions.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCondition } from '../conditions/condition-sentence.ts'
import s from './condition-list.module.css'

interface Props {
  conditions: readonly FormatCondition[]
  fields: readonly Field[]
  values: Values
  /** Types values so that a condition is met (`wanted`) or not; returns whether there are such values. */
  onTry: (condition: FormatCondition, wanted: boolean) => boolean
}

/** Conditions of a format with their result for the tried values. A button switches each condition, to see both results. */
export function ConditionList({ conditions, fields, values, onTry }: Props) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState('')
  const lines = conditions.map((condition) => {
    const { met, of } = evaluateFormatCondition(condition, fields, values)
    return { condition, met, of, text: describeCondition(condition, fields) }
  })
  const shown = lines.map(({ text, met }) => `${text} ${met > 0}`)
  const isNew = shown.some((one) => !seen.has(one))
  useEffect(() => {
    if (isNew) setSeen((before) => new Set([...before, ...shown]))
  }, [isNew, shown])
  const isTested = (text: string) => seen.has(`${text} true`) && seen.has(`${text} false`)
  const tested = lines.filter(({ text }) => isTested(text)).length

  return (
    <section className={s.section}>
      <h2>Condiciones</h2>
      <p role="status" className="text-secondary">
        {refused || `${tested} de ${lines.length} probadas con ambos resultados.`}
      </p>
      <ul>
        {lines.map(({ condition, met, of, text }) => (
          <li key={text} className={s.item}>
            <span className={s.text}>
              {text}
              {isTested(text) && <span className="text-tertiary"> Probada con ambos resultados.</span>}
            </span>
            <Badge tone={met > 0 ? 'success' : 'neutral'}>{describeResult(met, of, condition.table !== '')}</Badge>
            {condition.table === '' && (
              <Button
                size="s"
                aria-label={`${met ? 'Probar que no se cumpla' : 'Probar que se cumpla'}: ${text}`}
                onClick={() =>
                  setRefused(onTry(condition, !met) ? '' : 'Ningún dato escrito cambia esa condición. Pruébela a mano.')
                }
              >
                {met ? 'Probar que no' : 'Probar que sí'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeResult(met: number, of: number, isTable: boolean) {
  if (isTable) return `En ${met} de ${of} filas`
  return met > 0 ? 'Se cumple' : 'No se cumple'
}

/** Describes a condition and what depends on it: «Se muestra «Cuotas» si Forma de pago es mensual.» */
function describeCondition({ part, name, condition, table }: FormatCondition, fields: readonly Field[]) {
  const columns = fields.find(({ key }) => key === table)?.columns ?? []
  const sentence = formatCondition(condition, (key) => [...columns, ...fields].find((field) => field.key === key))
  const effects = {
    text: 'Hay un texto',
    field: `Se muestra «${name}»`,
    required: `Es obligatorio «${name}»`,
    stage: `Pasa por el paso «${name}»`,
  }
  return `${effects[part]} si ${sentence}.`
}
