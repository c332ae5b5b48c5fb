import type { Field } from '../../domain/fields/field.ts'
import type { FieldType } from '../../domain/fields/field-types.ts'

export const approverFieldLabels = {
  fill: 'Lo diligencia quien aprueba; el solicitante lo ve al final',
  keep: 'Solo lo diligencian y lo ven quienes aprueban',
} as const satisfies Record<NonNullable<Field['approvers']>, string>

const settingKeys = {
  limits: ['min', 'max'],
  pattern: ['pattern'],
  options: ['options'],
  decimals: ['decimals'],
  currency: ['currency'],
  kinds: ['kinds', 'kindFrom'],
  formula: ['formula'],
  files: ['megabytes', 'accepts'],
  columns: ['columns'],
} as const satisfies Record<string, readonly (keyof Field)[]>
export type FieldSetting = keyof typeof settingKeys

const settingsByType: Record<FieldType, readonly FieldSetting[]> = {
  text: ['limits', 'pattern'],
  longText: ['limits', 'pattern'],
  integer: ['limits'],
  decimal: ['limits', 'decimals'],
  money: ['limits', 'currency'],
  percent: ['limits', 'decimals'],
  date: ['limits'],
  boolean: [],
  choice: ['options'],
  choices: ['options', 'limits'],
  idDocument: ['kinds'],
  email: [],
  phone: [],
  file: ['limits', 'files'],
  table: ['columns', 'limits'],
  computed: ['formula', 'currency', 'decimals'],
}

export const hasSetting = (type: FieldType, setting: FieldSetting): boolean => settingsByType[type].includes(setting)

/** Returns whether values of a type are a single text, so that they can have an example or a default. */
export const supportsExample = (type: FieldType): boolean => !['table', 'file', 'computed'].includes(type)

export function listUnsupportedKeys(type: FieldType): (keyof Field)[] {
  const settings = Object.keys(settingKeys) as FieldSetting[]
  const foreign: (keyof Field)[] = settings
    .filter((setting) => !hasSetting(type, setting))
    .flatMap((setting) => [...settingKeys[setting]])
  if (!supportsExample(type)) foreign.push('example', 'unique', 'default', 'from', 'fillIfMissing', 'list')
  return type === 'computed' ? [...foreign, 'required', 'requiredIf'] : foreign
}

const constraintLabels: Partial<Record<FieldType, readonly [string, string]>> = {
  text: ['Largo mínimo', 'Largo máximo'],
  longText: ['Largo mínimo', 'Largo máximo'],
  date: ['Desde (fecha, «today» o @clave)', 'Hasta (fecha, «today» o @clave)'],
  choices: ['Mínimo de opciones', 'Máximo de opciones'],
  file: ['Mínimo de archivos', 'Máximo de archivos (10 si no se indica)'],
  table: ['Mínimo de filas', 'Máximo de filas'],
}

export const getConstraintLabels = (type: FieldType): readonly [string, string] =>
  constraintLabels[type] ?? ['Mínimo', 'Máximo']
