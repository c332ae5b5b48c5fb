import { getBoundKey } from '../fields/bound.ts'
import { getConditionFieldKeys } from '../fields/conditions.ts'
import type { Column, Field } from '../fields/field.ts'
import { getFormulaKeys, parseFormula } from '../fields/formula.ts'
import type { RouteStage } from './route.ts'

/** Returns the keys of the fields to which a field refers, each with the setting that refers to it. */
export function getReferencedKeys({
  min,
  max,
  kindFrom,
  formula,
  visibleIf,
  requiredIf,
  list,
}: Column & Pick<Field, 'list'>) {
  const parsed = formula === undefined ? null : parseFormula(formula)
  const named: [setting: string, key: string | undefined][] = [
    ['min', min === undefined ? undefined : getBoundKey(min)],
    ['max', max === undefined ? undefined : getBoundKey(max)],
    ['kindFrom', kindFrom],
    ...getConditionFieldKeys(visibleIf).map((key): [string, string] => ['visibleIf', key]),
    ...getConditionFieldKeys(requiredIf).map((key): [string, string] => ['requiredIf', key]),
    ...(parsed ? getFormulaKeys(parsed) : []).map((key): [string, string] => ['formula', key]),
    ...(list?.fills ?? []).map(({ key }): [string, string] => ['list', key]),
  ]
  return named
}

/** Returns the keys of the fields on which a route depends: in conditions of its stages, or with the person whose manager decides. */
export const listRouteKeys = (route: readonly RouteStage[]): string[] =>
  route.flatMap(({ when, manager }) => [...getConditionFieldKeys(when), ...[manager?.field ?? []].flat()])
