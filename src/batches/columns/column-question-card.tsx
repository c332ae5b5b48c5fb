import { useStore } from 'zustand'
import { findColumnTarget } from '../../domain/batches/column-matching.ts'
import type { Field } from '../../domain/fields/field.ts'
import { formatCount, formatList, formatNumber } from '../../lib/number-format.ts'
import { type ColumnParseSettings, type ColumnQuestion, getQuestionId } from '../../sheets/reading/column-question.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import type { ImportSession } from '../intake/import-session.ts'

interface Props {
  importing: ImportSession
  question: ColumnQuestion
  decision: ColumnParseSettings | undefined
  sheet: SheetSummary
  fields: readonly Field[]
}

export function ColumnQuestionCard({ importing, question, decision, sheet, fields }: Props) {
  const column = sheet.columns.find((each) => each.column === question.column)
  const name = column ? `${column.letter} · ${column.header}` : ''
  const label = findColumnTarget(question.key, fields)?.field.label ?? question.key
  // Shows the new answer immediately, before the worker has evaluated it.
  const chosen = useStore(importing.store, (state) => state.answers[getQuestionId(question)])
  const effective = chosen ?? question.answer ?? (question.why === 'unusual' ? decision?.dateOrder : undefined) ?? ''
  return (
    <Panel>
      <FormField
        group
        label={formatQuestion(question, `Columna ${name} (${label})`)}
        help={questionHelp[question.kind](question)}
      >
        <RadioGroup
          name={getQuestionId(question)}
          value={effective}
          options={Object.entries(answerLabels[question.kind]).map(([answer, label]) => ({
            value: answer,
            label,
            help: formatSamples(question, answer),
          }))}
          onChange={(answer) => void importing.answer({ [getQuestionId(question)]: answer })}
        />
      </FormField>
    </Panel>
  )
}

function formatSamples({ samples }: ColumnQuestion, answer: string): string {
  return samples
    .map(({ text, readings }) => `«${text}» → ${readings[answer] ? readings[answer] : 'no se puede leer'}`)
    .join(' · ')
}

const answerLabels: Record<ColumnQuestion['kind'], Record<string, string>> = {
  decimal: { ',': 'La coma es el decimal', '.': 'El punto es el decimal' },
  dateOrder: { dmy: 'Día/mes/año', mdy: 'Mes/día/año' },
  swapped: { yes: 'Intercambiar día y mes', no: 'Dejarlas como están' },
  serial: { yes: 'Convertirlos en fechas', no: 'Dejarlos como error' },
  zeros: { yes: 'Completar los ceros', no: 'Dejarlos como están' },
}

function formatQuestion({ kind, count, why }: ColumnQuestion, where: string): string {
  switch (kind) {
    case 'decimal':
      return `${where}: ¿cuál es el signo decimal?`
    case 'dateOrder':
      return why === 'conflict' ? `${where}: ¿en qué orden van las fechas?` : `${where}: las fechas parecen mes/día/año`
    case 'swapped':
      return `${where}: ¿están intercambiados el día y el mes en ${formatCount(count, 'fecha', 'fechas')}?`
    case 'serial':
      return `${where}: ${formatCount(count, 'número parece una fecha', 'números parecen fechas')} de Excel`
    case 'zeros':
      return `${where}: ¿faltan ceros a la izquierda en ${formatCount(count, 'documento', 'documentos')}?`
  }
}

const questionHelp: Record<ColumnQuestion['kind'], (question: ColumnQuestion) => string> = {
  decimal: (question) =>
    question.why === 'conflict'
      ? `Unos tienen coma decimal (${formatConflictSide(question, ',')}) y otros punto (${formatConflictSide(question, '.')}). Los demás quedan con error para corregirlos.`
      : `${formatCount(question.count, 'número se puede', 'números se pueden')} leer de dos maneras: ${formatRowNumbers(question.rows)}.`,
  dateOrder: (question) =>
    question.why === 'conflict'
      ? `Unas se leen día/mes (${formatConflictSide(question, 'dmy')}) y otras solo pueden ser mes/día (${formatConflictSide(question, 'mdy')}). Las demás quedan con error para corregirlas.`
      : `Se ve en ${formatCount(question.count, 'celda', 'celdas')}: ${formatRowNumbers(question.rows)}.`,
  swapped: ({ rows }) =>
    `Otras fechas quedaron como texto, con el día primero: ${formatRowNumbers(rows)}. Así pasa cuando Excel está en inglés.`,
  serial: ({ rows }) => `Excel guarda las fechas como números: ${formatRowNumbers(rows)}.`,
  zeros: ({ rows }) => `Excel los quita cuando la celda es un número: ${formatRowNumbers(rows)}.`,
}

function formatRowNumbers(rows: readonly number[]): string {
  return `${rows.length === 1 ? 'fila' : 'filas'} ${formatList(rows)}`
}

function formatConflictSide({ sides }: ColumnQuestion, side: string): string {
  const { count, rows } = sides?.[side] ?? { count: 0, rows: [] }
  return `${formatNumber(count)}: ${formatRowNumbers(rows)}`
}
