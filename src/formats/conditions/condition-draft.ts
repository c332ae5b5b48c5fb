import {
  type ComparisonOperator,
  parseCondition,
  type TemplateCondition,
} from '../../domain/documents/condition-text.ts'
import { listAnswerTests } from '../../domain/fields/conditions.ts'
import type { Column, Field } from '../../domain/fields/field.ts'
import type { AnswerTest, FieldCondition } from '../../domain/fields/field-key.ts'
import { isNumericField } from '../../domain/fields/field-types.ts'
import { getComparisonKind } from './comparison.ts'
import { getOperatorLabel } from './condition-sentence.ts'

type AnyField = Field | Column | undefined
/** Test of one field, as inputs show it. `text` is empty for `there` and `missing`. */
export interface ConditionTest {
  key: string
  test: 'there' | 'missing' | ComparisonOperator
  text: string
}

/** Condition that can be built with inputs: tests of which all or one must pass. */
export interface ConditionDraft {
  joint: 'and' | 'or'
  tests: ConditionTest[]
}

/** Reads the source of a text's condition. Returns `null` if it mixes «y» and «o», or compares two fields. */
export function readTextCondition(source: string): ConditionDraft | null {
  const condition = parseCondition(source)
  if (!condition) return null
  const joint = condition.is === 'or' ? 'or' : 'and'
  const tests = listOperands(condition, joint).map(readTextTest)
  return tests.includes(null) ? null : { joint, tests: tests as ConditionTest[] }
}

function listOperands(condition: TemplateCondition, joint: 'and' | 'or'): TemplateCondition[] {
  if (condition.is !== joint) return [condition]
  return [...listOperands(condition.left, joint), condition.right]
}

function readTextTest(condition: TemplateCondition): ConditionTest | null {
  if (condition.is === 'there') return { key: condition.key, test: 'there', text: '' }
  if (condition.is === 'empty') return { key: condition.key, test: 'missing', text: '' }
  if (condition.is === 'not' && condition.of.is === 'there') return { key: condition.of.key, test: 'missing', text: '' }
  if (condition.is !== 'compare' || 'key' in condition.with) return null
  return { key: condition.key, test: condition.sign, text: condition.with.text }
}

/** Formats a condition as source: «tipo = "obra o labor" y valor > 10». */
export function formatTextCondition({ joint, tests }: ConditionDraft, find: (key: string) => AnyField): string {
  return tests.map((test) => formatTextTest(test, find(test.key))).join(joint === 'and' ? ' y ' : ' o ')
}

function formatTextTest({ key, test, text }: ConditionTest, field: AnyField): string {
  if (test === 'there') return key
  if (test === 'missing') return field?.type === 'boolean' ? `no ${key}` : `vacío(${key})`
  const isBare = /^\d[\d.,/%-]*$/.test(text)
  return `${key} ${test} ${isBare ? text : text.includes('"') ? `«${text}»` : `"${text}"`}`
}

export const readFieldCondition = (condition: FieldCondition): ConditionDraft => ({
  joint: 'tests' in condition ? condition.joint : 'and',
  tests: listAnswerTests(condition).map(readAnswerTest),
})

function readAnswerTest(test: AnswerTest): ConditionTest {
  const { key } = test
  if ('empty' in test) return { key, test: test.empty ? 'missing' : 'there', text: '' }
  if ('than' in test) return { key, test: test.sign, text: test.than }
  if ('differs' in test) return { key, test: '!=', text: test.differs }
  return { key, test: '=', text: typeof test.equals === 'boolean' ? (test.equals ? 'Sí' : 'No') : test.equals }
}

/** Converts a draft to the condition of a field or stage; `undefined` if it has no tests. */
export function toFieldCondition(
  { joint, tests }: ConditionDraft,
  fields: readonly Field[],
): FieldCondition | undefined {
  const all = tests.map((test) => toAnswerTest(test, fields))
  return all.length > 1 ? { joint, tests: all } : all[0]
}

function toAnswerTest({ key, test, text }: ConditionTest, fields: readonly Field[]): AnswerTest {
  if (test === 'there' || test === 'missing') return { key, empty: test === 'missing' }
  const field = fields.find((one) => one.key === key)
  const kind = field && getComparisonKind(field, fields)
  if (kind === 'number' || kind === 'date' || (test !== '=' && test !== '!=')) return { key, sign: test, than: text }
  if (field?.type === 'boolean') return { key, equals: text !== 'No' }
  return test === '=' ? { key, equals: text } : { key, differs: text }
}

export interface ConditionTestOption {
  value: ConditionTest['test']
  label: string
}

const orderedSigns = ['>=', '>', '<=', '<', '=', '!='] as const
const presence: ConditionTestOption[] = [
  { value: 'there', label: 'tiene respuesta' },
  { value: 'missing', label: 'no tiene respuesta' },
]

export function listTextTests(field: AnyField): ConditionTestOption[] {
  if (field?.type === 'boolean')
    return [
      { value: 'there', label: 'es Sí' },
      { value: 'missing', label: 'no es Sí' },
    ]
  if (!field || field.type === 'table' || field.type === 'file') return presence
  const isOrdered = isNumericField(field) || field.type === 'computed' || field.type === 'date'
  return [...toOptions(isOrdered ? orderedSigns : ['=', '!='], field), ...presence]
}

/** Returns the tests that the condition of a field or stage can make of a field, with their labels. */
export function listAnswerTestOptions(field: AnyField, fields: readonly Field[]): ConditionTestOption[] {
  if (!field) return presence
  const kind = getComparisonKind(field, fields)
  if (kind === 'number' || kind === 'date') {
    const signs = toOptions(orderedSigns, field)
    return field.type === 'computed' ? signs : [...signs, ...presence]
  }
  return [...toOptions(field.type === 'boolean' ? ['='] : ['=', '!='], field), ...presence]
}

const toOptions = (signs: readonly ComparisonOperator[], field: AnyField): ConditionTestOption[] =>
  signs.map((sign) => ({ value: sign, label: getOperatorLabel(sign, field) }))

export function createConditionTest(field: Field | Column, options: readonly ConditionTestOption[]): ConditionTest {
  const test = options[0]?.value ?? 'there'
  return {
    key: field.key,
    test,
    text: test === 'there' || test === 'missing' ? '' : (listFieldAnswers(field)[0] ?? ''),
  }
}

/** Returns the answers that a field offers; none if its answer is typed. */
export function listFieldAnswers({ type, options = [] }: Field | Column): string[] {
  if (type === 'boolean') return ['Sí', 'No']
  return type === 'choice' || type === 'choices' ? options.map(({ value }) => value) : []
}
