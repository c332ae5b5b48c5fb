import type { Field } from '../../fields/field.ts'
import type { IdDocumentKind } from '../../fields/field-types.ts'

// Fields and options that several initial formats share.

type Option = NonNullable<Field['options']>[number]

export const createOptions = (...values: string[]): Option[] => values.map((value) => ({ value }))

/** Creates a required text field or column; `more`: its other properties. */
export const createTextField = (
  key: string,
  label: string,
  max: number,
  example: string,
  more: Partial<Field> = {},
): Field => ({ key, label, type: 'text', required: true, max, example, ...more })

export const createOptionalTextField = (
  key: string,
  label: string,
  max: number,
  example: string,
  more: Partial<Field> = {},
): Field => ({ key, label, type: 'text', max, example, ...more })

/** Creates a required date field or column; `more`: its other properties. */
export const createDateField = (key: string, label: string, example: string, more: Partial<Field> = {}): Field => ({
  key,
  label,
  type: 'date',
  required: true,
  example,
  ...more,
})

/** Creates a required choice field or column; `more`: its other properties. */
export const createChoiceField = (
  key: string,
  label: string,
  values: string[],
  example: string,
  more: Partial<Field> = {},
): Field => ({ key, label, type: 'choice', required: true, options: createOptions(...values), example, ...more })

/** Types of identity document, with the spellings that users type for each. */
export const idDocumentKindOptions = {
  CC: { value: 'CC', aliases: ['Cédula', 'Cédula de ciudadanía'] },
  CE: { value: 'CE', aliases: ['Cédula de extranjería'] },
  TI: { value: 'TI', aliases: ['Tarjeta de identidad'] },
  PA: { value: 'PA', aliases: ['Pasaporte', 'PP'] },
  NIT: { value: 'NIT', aliases: ['Número de identificación tributaria'] },
} as const satisfies Record<string, Option>

export const idDocumentAliases = ['cédula', 'cédula de ciudadanía', 'identificación', 'documento', 'N.º cédula']

/** Creates the fields of the kind and the number of an identity document; `more`: other properties of each field. */
export const createIdDocumentFields = (
  kinds: (IdDocumentKind & keyof typeof idDocumentKindOptions)[],
  more: { kind?: Partial<Field>; number?: Partial<Field> } = {},
): Field[] => [
  {
    key: 'tipo_documento',
    label: 'Tipo de documento',
    type: 'choice',
    required: true,
    options: kinds.map((kind) => idDocumentKindOptions[kind]),
    example: kinds[0],
    aliases: ['tipo doc', 'tipo de identificación'],
    ...more.kind,
  },
  {
    key: 'numero_documento',
    label: 'Número de documento',
    type: 'idDocument',
    required: true,
    kinds,
    kindFrom: 'tipo_documento',
    example: '1020304050',
    aliases: idDocumentAliases,
    personal: true,
    ...more.number,
  },
]

/** Creates the fields of a representative's identity document. The kind is optional, and a cédula de ciudadanía by default. */
export function createRepresentativeIdFields(
  prefix: string,
  labels: { kind: string; number: string },
  { visibleIf, ...number }: Partial<Field>,
): Field[] {
  const kindFrom = `${prefix}_tipo_documento`
  const shown = visibleIf && { visibleIf }
  const options = [idDocumentKindOptions.CC, idDocumentKindOptions.CE]
  return [
    { key: kindFrom, label: labels.kind, type: 'choice', options, default: 'CC', example: 'CC', ...shown },
    {
      key: `${prefix}_documento`,
      label: labels.number,
      type: 'idDocument',
      kinds: ['CC', 'CE'],
      kindFrom,
      personal: true,
      ...shown,
      ...number,
    },
  ]
}

export const employeeNameField: Field = createTextField(
  'nombre_completo',
  'Nombre completo',
  120,
  'María José Güell Peña',
  { min: 3, aliases: ['nombre', 'nombres y apellidos', 'empleado'], personal: true },
)

export const positionField: Field = createTextField('cargo', 'Cargo', 120, 'Analista de nómina', {
  aliases: ['puesto'],
})

export const issueDateField: Field = {
  key: 'fecha_expedicion',
  label: 'Fecha de expedición',
  type: 'date',
  help: 'El documento lleva la fecha de su aprobación, salvo que el formato elija esta.',
  example: '20/11/2026',
  aliases: ['fecha'],
}
