import { useStore } from 'zustand'
import type { Field } from '../../domain/fields/field.ts'
import { type ColumnParseSettings, type ColumnQuestion, getQuestionId } from '../../sheets/reading/column-question.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import { FormField } from '../../ui/form-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import type { ImportSession } from '../intake/import-session.ts'
import { getQuestionWording } from './question-wording.ts'

interface Props {
  importing: ImportSession
  question: ColumnQuestion
  decision: ColumnParseSettings | undefined
  sheet: SheetSummary
  fields: readonly Field[]
}

/** Question about an ambiguous column. Each answer shows how sample cells of the column would be parsed. */
export function ColumnQuestionCard({ importing, question, decision, sheet, fields }: Props) {
  const column = sheet.columns.find((each) => each.column === question.column)
  const name = column ? `${column.letter} · ${column.header}` : ''
  const { ask, help, answers } = getQuestionWording(question, name, fields)
  // Shows the new answer at once, before the worker has evaluated it.
  const chosen = useStore(importing.store, (state) => state.answers[getQuestionId(question)])
  const effective = chosen ?? question.answer ?? (question.why === 'unusual' ? decision?.dateOrder : undefined) ?? ''
  return (
    <Panel>
      <FormField group label={ask} help={help}>
        <RadioGroup
          name={getQuestionId(question)}
          value={effective}
          options={question.answers.map((answer) => ({
            value: answer,
            label: answers[answer] ?? answer,
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
