import type { Field } from '../../fields/field.ts'

type Option = NonNullable<Field['options']>[number]

export const createOptions = (...values: string[]): Option[] => values.map((value) => ({ value }))

/** Types of identity document, with the spellings that users type for each. */
export const idDocumentKindOptions = {
  CC: { value: 'CC', aliases: ['Cédula', 'Cédula de ciudadanía'] },
  CE: { value: 'CE', aliases: ['Cédula de extranjería'] },
  TI: { value: 'TI', aliases: ['Tarjeta de identidad'] },
  PA: { value: 'PA', aliases: ['Pasaporte', 'PP'] },
  NIT: { value: 'NIT', aliases: ['Número de identificación tributaria'] },
} as const satisfies Record<string, Option>

export const idDocumentKindAliases = ['tipo doc', 'tipo de identificación']
export const idDocumentAliases = ['cédula', 'cédula de ciudadanía', 'identificación', 'documento', 'N.º cédula']
