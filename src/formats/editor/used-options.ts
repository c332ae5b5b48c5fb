import type { Field } from '../../domain/fields/field.ts'

/** Labels of the optional settings of a field, in the order of the dialog. */
const optionLabels = {
  deciders: 'quién lo diligencia',
  kinds: 'tipos de documento',
  kindFrom: 'origen del tipo de documento',
  accepts: 'tipos de archivo',
  min: 'mínimo',
  max: 'máximo',
  megabytes: 'tamaño de los archivos',
  decimals: 'decimales',
  currency: 'moneda',
  pattern: 'patrón',
  example: 'ejemplo',
  aliases: 'otros nombres',
  from: 'dato inicial',
  default: 'valor inicial',
  fillIfMissing: 'se completa si falta',
  list: 'lista',
  visibleIf: 'cuándo se muestra',
  requiredIf: 'cuándo es obligatorio',
  personal: 'dato personal',
  summary: 'se muestra en las listas',
  unique: 'no se repite',
} as const satisfies Partial<Record<keyof Field, string>>

const optionNames = Object.keys(optionLabels) as (keyof typeof optionLabels)[]

/** Optional settings that only describe a field. Their values do not open the options. */
const descriptions: readonly string[] = ['example', 'aliases']

/** Returns the labels of the optional settings that have a value: `['ejemplo', 'patrón']`. */
export const listUsedOptions = (field: Field): string[] =>
  optionNames.filter((name) => hasValue(field[name])).map((name) => optionLabels[name])

/** Returns whether a field has an optional setting that is not only descriptive. */
export const usesRuleOptions = (field: Field): boolean =>
  optionNames.some((name) => !descriptions.includes(name) && hasValue(field[name]))

/** Returns whether an error belongs to an optional setting or to the key. `faults`: errors by path of the setting. */
export const hasOptionErrors = (faults: Record<string, unknown>): boolean =>
  Object.entries(faults).some(([path, fault]) => {
    const [name = ''] = path.split('.')
    return fault !== undefined && (name === 'key' || name in optionLabels)
  })

const hasValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '' && value !== false
