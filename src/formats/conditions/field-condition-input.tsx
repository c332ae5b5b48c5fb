import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import type { FieldCondition } from '../../domain/fields/field-key.ts'
import { toTemplateCondition } from '../../domain/formats/template-condition.ts'
import { formatComparisonValue, getComparisonKind, parseComparisonValue } from './comparison.ts'
import { ConditionBuilder } from './condition-builder.tsx'
import { listAnswerTestOptions, readFieldCondition, toFieldCondition } from './condition-draft.ts'
import { formatCondition } from './condition-sentence.ts'

interface Props {
  /** Prefix of the names of the inputs. */
  id: string
  label: string
  none: string
  fields: readonly Field[]
  /** All fields of the format, because the formula of a computed field may refer to any. */
  among: readonly Field[]
  context: ValidationContext
  value: FieldCondition | undefined
  onChange: (condition: FieldCondition | undefined) => void
  /** Beginning of the sentence about the condition, and the sentence without a condition. */
  sentence: { start: string; none: string }
  /** Error message, not a code. */
  error: string | undefined
}

export function FieldConditionInput({ fields, among, context, value, onChange, sentence, ...rest }: Props) {
  const find = (key: string) => fields.find((field) => field.key === key)
  const kindOf = (field: Parameters<typeof getComparisonKind>[0]) => {
    const kind = getComparisonKind(field, among)
    return kind === 'number' || kind === 'date' ? kind : null
  }
  return (
    <div>
      <ConditionBuilder
        {...rest}
        fields={fields}
        value={value ? readFieldCondition(value) : { joint: 'and', tests: [] }}
        onChange={(draft) => onChange(toFieldCondition(draft, among))}
        listTests={(field) => listAnswerTestOptions(field, among)}
        conversion={{
          parse: (field, typed) => {
            const kind = kindOf(field)
            return kind ? parseComparisonValue(field, kind, typed, context) : typed
          },
          format: (field, text) => (kindOf(field) ? formatComparisonValue(field, text) : text),
        }}
      />
      <p className="text-hint" role="status">
        {value ? `${sentence.start} ${formatCondition(toTemplateCondition(value), find)}.` : sentence.none}
      </p>
    </div>
  )
}
