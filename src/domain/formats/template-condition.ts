import type { TemplateCondition } from '../documents/condition-text.ts'
import { listAnswerTests } from '../fields/conditions.ts'
import type { AnswerTest, FieldCondition } from '../fields/field-key.ts'

/** Converts a condition of a field or stage to a condition of the text: `{key, equals: true}` → `{is: 'there', key}`. */
export function toTemplateCondition(condition: FieldCondition): TemplateCondition {
  const [first, ...rest] = listAnswerTests(condition).map(convertTest) as [TemplateCondition, ...TemplateCondition[]]
  const is = 'tests' in condition ? condition.joint : 'and'
  return rest.reduce((left, right) => ({ is, left, right }), first)
}

function convertTest(test: AnswerTest): TemplateCondition {
  const { key } = test
  if ('empty' in test) return test.empty ? { is: 'empty', key } : { is: 'not', of: { is: 'empty', key } }
  if ('than' in test) return { is: 'compare', key, sign: test.sign, with: { text: test.than.replace('.', ',') } }
  if ('differs' in test) return { is: 'compare', key, sign: '!=', with: { text: test.differs } }
  if (test.equals === true) return { is: 'there', key }
  return { is: 'compare', key, sign: '=', with: { text: test.equals === false ? 'No' : test.equals } }
}
