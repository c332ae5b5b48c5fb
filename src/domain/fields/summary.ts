import { truncateText } from '../text/text.ts'
import { createFieldCalculator } from './computation.ts'
import type { Column, Field, Value, Values } from './field.ts'
import { maxSummaryFields } from './field-types.ts'
import { formatValue } from './format-value.ts'
import { type Formula, parseFormula } from './formula.ts'
import { getComparisonType } from './formula-check.ts'
import { getOwnValue } from './value-lookup.ts'

const maxSummaryLength = 200
/** Order of the fields in a summary if the format marks none: names and ids, then choices, dates and amounts, then long texts and contacts. */
const fallbackOrder = [
  (field: Field) => isName(field) && field.required === true,
  isName,
  ({ type }: Field) => type === 'choice' || type === 'date' || type === 'money',
  ({ type }: Field) => type === 'longText' || type === 'email' || type === 'phone',
]

function isName({ type }: Field): boolean {
  return type === 'text' || type === 'idDocument'
}

/** Returns the default summary fields: the first required identity document, the text field before it (usually a name), and the amount. */
function getDefaultSummaryFields(fields: readonly Field[]): Field[] {
  const document = fields.find(({ type, required }) => type === 'idDocument' && required)
  const name = fields
    .slice(0, document ? fields.indexOf(document) : 0)
    .reverse()
    .find(({ type, required }) => type === 'text' && required)
  const amount =
    fields.find(({ type }) => type === 'money') ??
    fields.find(({ type, key }) => type === 'computed' && key === 'total')
  return [name, document, amount].filter((field) => field !== undefined)
}

/** Summary of a request, and the parts of it that lists show in columns of their own; empty if the summary lacks them. */
export interface RequestSummary {
  summary: string
  idDocument: string
  amount: string
}

export const emptySummary: RequestSummary = { summary: '', idDocument: '', amount: '' }

interface PreparedSummary {
  of: readonly Field[]
  ranked: Field[]
  isAmount: (field: Field) => boolean
  /** Computes the computed fields. Absent if no summary field is computed. */
  compute?: (values: Values) => void
}

let latest: PreparedSummary = { of: [], ranked: [], isAmount: () => false }

/** Prepares the summary of a format. Caches the last format, because a batch needs thousands of summaries. */
function prepareSummary(fields: readonly Field[]): PreparedSummary {
  if (latest.of === fields) return latest
  const chosen = fields.filter(({ summary }) => summary)
  const rest = fallbackOrder.flatMap((hasRank) => fields.filter(hasRank))
  const ranked = chosen.length ? chosen : [...new Set([...getDefaultSummaryFields(fields), ...rest])]
  const isComputed = ranked.some(({ type }) => type === 'computed')
  latest = {
    of: fields,
    ranked,
    isAmount: createAmountCheck(fields),
    ...(isComputed && { compute: createFieldCalculator(fields) }),
  }
  return latest
}

/** Returns whether a stored value can be formatted. Drafts may contain values of any type. */
function isPrintable({ type }: Field, value: Value): boolean {
  // Omits computed values of zero.
  if (type === 'computed') return typeof value === 'string' && /[1-9a-z]/i.test(value)
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'integer' && typeof value === 'number') return true
  if (type === 'choices')
    return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
  return typeof value === 'string' && value !== ''
}

/** Formats the summary fields of a request, at most 200 characters; the name of the format if all are empty. */
export function summarizeRequest(format: { name: string }, fields: readonly Field[], values: Values): RequestSummary {
  const printed: string[] = []
  const columns = { idDocument: '', amount: '' }
  const { ranked, isAmount, compute } = prepareSummary(fields)
  const complete = compute ? { ...values } : values
  compute?.(complete)
  for (const field of ranked) {
    const value: Value | undefined = getOwnValue(complete, field.key)
    if (value === undefined || !isPrintable(field, value)) continue
    const text = formatValue(field, value)
    const part = truncateText(field.type === 'longText' ? text.replace(/\n+/g, ' ') : text, 80)
    printed.push(part)
    if (field.type === 'idDocument') columns.idDocument ||= part
    if (isAmount(field)) columns.amount ||= part
    if (printed.length === maxSummaryFields) break
  }
  return { summary: truncateText(printed.join(' · '), maxSummaryLength) || format.name, ...columns }
}

type Finder = (key: string) => Column | undefined

/**
 * Prepares a function that returns whether a field is an amount of money: a money field, a computed number with a currency, or a computed field whose
 * formula results in money (`cantidad * precio`, but not `precio / costo`).
 */
function createAmountCheck(fields: readonly Field[]): (field: Column) => boolean {
  // Results of computed fields, because otherwise the work doubles with each field that two others reference.
  const known = new Map<Column, boolean>()
  const findField = (key: string) => fields.find((field) => field.key === key)

  function isAmount(field: Column | undefined, find: Finder): boolean {
    if (field?.type !== 'computed') return field?.type === 'money'
    const result = known.get(field)
    if (result !== undefined) return result
    // Ends the recursion of fields in a cycle.
    known.set(field, false)
    const formula = parseFormula(field.formula ?? '')
    const isResult =
      field.currency === undefined
        ? formula !== null && isMoney(formula, find)
        : getComparisonType(field, find) === 'number'
    known.set(field, isResult)
    return isResult
  }

  function isMoney(formula: Formula, find: Finder): boolean {
    if (formula.is === 'key') return isAmount(find(formula.key), find)
    if (formula.is === 'call') return formula.name === 'suma' && formula.args.some(isMoneyColumn)
    if (formula.is !== 'operation') return false
    const [left, right] = [isMoney(formula.left, find), isMoney(formula.right, find)]
    if (formula.operator === '*') return left !== right
    return formula.operator === '/' ? left && !right : left || right
  }

  function isMoneyColumn(place: Formula): boolean {
    const columns = place.is === 'column' ? (findField(place.table)?.columns ?? []) : []
    const find = (key: string) => columns.find((column) => column.key === key)
    return place.is === 'column' && isAmount(find(place.column), (key) => find(key) ?? findField(key))
  }

  return (field) => isAmount(field, findField)
}
