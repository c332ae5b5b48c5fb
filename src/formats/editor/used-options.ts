import type { Field } from '../../domain/fields/field.ts'
import { fieldSettingLabels } from '../setting-labels.ts'

/** Settings that are not behind «Más opciones». */
const basicSettings = 'key label type required help options formula columns before after'.split(' ')
const optionNames = (Object.keys(fieldSettingLabels) as (keyof Field)[]).filter((name) => !basicSettings.includes(name))

/** Optional settings that only describe a field. Their values do not open the options. */
const descriptions: readonly string[] = ['example', 'aliases']

/** Returns the labels of the optional settings that have a value: `['ejemplo', 'patrón']`. */
export const listUsedOptions = (field: Field): string[] =>
  optionNames.filter((name) => hasValue(field[name])).map((name) => fieldSettingLabels[name])

/** Returns whether a field has an optional setting that changes its validation, values or visibility. */
export const usesRuleOptions = (field: Field): boolean =>
  optionNames.some((name) => !descriptions.includes(name) && hasValue(field[name]))

/** Returns whether an error belongs to an optional setting or to the key. `errors`: errors by path of the setting. */
export const hasOptionErrors = (errors: Record<string, unknown>): boolean =>
  Object.entries(errors).some(([path, fault]) => {
    const [name = ''] = path.split('.')
    return fault !== undefined && ['key', ...optionNames].includes(name)
  })

const hasValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '' && value !== false
