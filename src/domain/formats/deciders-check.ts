import type { ErrorCode } from '../errors.ts'
import { keyOfBound } from '../fields/bound.ts'
import type { Column, Field } from '../fields/field.ts'
import { keysOf, parseFormula } from '../fields/formula.ts'

/** Who fills a field, and who sees it: what comes later may depend on what comes before, and never the other way. */
const rank = ({ deciders }: Pick<Field, 'deciders'>) => (deciders === 'keep' ? 2 : deciders === 'fill' ? 1 : 0)

/** What is wrong with who fills and sees which field, under `fields.<index>.<setting>`. */
export function checkDeciders(
  fields: readonly Field[],
  requiresReview: boolean,
  faults: Partial<Record<string, ErrorCode>>,
) {
  fields.forEach((field, i) => {
    if (field.deciders && (isForOwners(field) || !requiresReview)) faults[`fields.${i}.deciders`] = 'format.deciders'
    const columns = field.columns ?? []
    const check = (path: string, one: Column & Pick<Field, 'list'>, beside: readonly Column[]) => {
      for (const [setting, key] of namedIn(one)) {
        const other = fields.find((each) => each.key === key && !beside.some((column) => column.key === key))
        if (other && rank(other) > rank(field)) faults[`${path}.${setting}`] ??= 'format.later'
      }
    }
    check(`fields.${i}`, field, [])
    for (const [j, column] of columns.entries()) check(`fields.${i}.columns.${j}`, column, columns)
  })
}

/** Files are their owner's, lists and what a form begins with are looked up for the owner, and what is unique is held from the submission on. */
const isForOwners = ({ type, default: begins, from, list, unique }: Field) =>
  type === 'file' || begins !== undefined || from !== undefined || list !== undefined || unique === true

/** The keys that the settings of a field name. */
function namedIn({ min, max, kindFrom, formula, visibleIf, requiredIf, list }: Column & Pick<Field, 'list'>) {
  const parsed = formula === undefined ? null : parseFormula(formula)
  const named: [setting: string, key: string | undefined][] = [
    ['min', min === undefined ? undefined : keyOfBound(min)],
    ['max', max === undefined ? undefined : keyOfBound(max)],
    ['kindFrom', kindFrom],
    ['visibleIf', visibleIf?.key],
    ['requiredIf', requiredIf?.key],
    ...(parsed ? keysOf(parsed) : []).map((key): [string, string] => ['formula', key]),
    ...(list?.fills ?? []).map(({ key }): [string, string] => ['list', key]),
  ]
  return named
}
