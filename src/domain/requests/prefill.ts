import { getConditionFieldKeys } from '../fields/conditions.ts'
import { removeRelativeBounds } from '../fields/examples.ts'
import type { CellValue, Column, Field, ValidationContext, Values } from '../fields/field.ts'
import type { FieldType } from '../fields/field-types.ts'
import { parseValue } from '../fields/values.ts'
import { addDays } from '../time/local-time.ts'

/** Labels of the built-in prefill sources. Administrators can add more by adding profile fields. */
export const prefillSourceLabels = {
  'profile.name': 'Perfil: nombre completo',
  'profile.email': 'Perfil: correo electrónico',
  'profile.phone': 'Perfil: teléfono',
  'organisation.name': 'Organización: nombre',
  'organisation.id': 'Organización: NIT o identificación',
  'organisation.address': 'Organización: dirección',
  'organisation.city': 'Organización: ciudad',
  'organisation.phone': 'Organización: teléfono',
  'organisation.web': 'Organización: página web',
} as const
type KnownSource = keyof typeof prefillSourceLabels

/** Text of each prefill source. A source without a text fills no field. */
export type PrefillSources = Partial<Record<KnownSource, string>> & Record<`profile.${string}`, string>

type Organisation = Record<'organisationName' | 'organisationId' | 'address' | 'city' | 'phone' | 'web', string>

export function getOrganisationPrefillSources(settings: Organisation): PrefillSources {
  return {
    'organisation.name': settings.organisationName,
    'organisation.id': settings.organisationId,
    'organisation.address': settings.address,
    'organisation.city': settings.city,
    'organisation.phone': settings.phone,
    'organisation.web': settings.web,
  }
}

export function canPrefillField({ type }: Pick<Field, 'type'>): boolean {
  return type !== 'table' && type !== 'file' && type !== 'computed'
}

/** Returns whether the default value is a date relative to the current day. */
function hasRelativeDefault(field: Pick<Field, 'type' | 'default'>): boolean {
  return field.type === 'date' && relativeDatePattern.test(field.default ?? '')
}

const relativeDatePattern = /^hoy(?:\s*([+-])\s*(\d{1,4}))?$/i

/**
 * Parses the default value of a field; returns `undefined` if it is absent or invalid. Dates may be relative to the current day: `hoy`, `hoy+30`,
 * `hoy-1`.
 */
function parseDefault(field: Field, context: ValidationContext): CellValue | undefined {
  const text = field.default ?? ''
  const [, sign = '+', days = '0'] = (hasRelativeDefault(field) && relativeDatePattern.exec(text)) || []
  return parseFieldValue(
    field,
    hasRelativeDefault(field) ? addDays(context.today, Number(`${sign}${days}`)) : text,
    context,
  )
}

/** Parses a text as a value of a field; returns `undefined` if the text is empty or invalid. */
function parseFieldValue(field: Column, text: string, context: ValidationContext): CellValue | undefined {
  const reading = parseValue(field, text, context)
  return 'value' in reading ? ((reading.value as CellValue | null) ?? undefined) : undefined
}

export type PrefillOrigin = 'profile' | 'organisation' | 'default' | 'today'

/**
 * Returns the initial value of a field and its origin: prefill source or default value. If there is neither, the issue date is today and the issue
 * city the organisation's city.
 */
export function getInitialValue(field: Field, context: ValidationContext, sources: PrefillSources) {
  const { key, type, from = '' } = field
  if (!canPrefillField(field)) return undefined
  const sourceValue = parseFieldValue(field, sources[from as keyof PrefillSources] ?? '', context)
  if (sourceValue !== undefined)
    return { value: sourceValue, by: from.startsWith('profile') ? 'profile' : 'organisation' } as const
  const value = parseDefault(field, context)
  if (value !== undefined) return { value, by: hasRelativeDefault(field) ? 'today' : 'default' } as const
  if (from || field.default) return undefined
  if (type === 'date' && /^fecha(_expedicion)?$/.test(key)) return { value: context.today, by: 'today' } as const
  const city = sources['organisation.city']
  const isPlace = type === 'text' && /^ciudad(_expedicion)?$/.test(key)
  return isPlace && city ? ({ value: city, by: 'organisation' } as const) : undefined
}

/** Keys of text fields with the requester's name, as the person whom the document concerns. */
const subjectKeys =
  /^(nombres?(_completos?|_y_apellidos)?|(nombres?_(del_)?)?(solicitante|empleado|trabajador|titular))$/
/** Keys of text fields with the requester's name, as the author of the document. */
const authorKeys = /^(de|remitente|(solicitado|elaborado)_por)$/
/** Keys of date fields with the day on which the form is filled in. */
const todayKeys = /^fecha(_(de_)?(la_)?(expedicion|solicitud|elaboracion|firma))?$/
/** Data of the person whom the document concerns, by field type. */
const subjectData: Partial<Record<FieldType, [keys: RegExp, source: string]>> = {
  idDocument: [
    /^((numero_(de_)?)?(documento|identificacion)(_de_identidad)?|cedula(_de_ciudadania)?)$/,
    'profile.idDocument',
  ],
  email: [/^correo(_electronico)?$/, 'profile.email'],
  phone: [/^(telefono|celular)$/, 'profile.phone'],
}

/** Keys of fields that describe the person named before them, without naming another person or organisation. */
const detailKeys =
  /^(tipo_(de_)?(documento|identificacion)|expedid[oa]_en|direccion|ciudad|municipio|departamento|dependencia|area|sede|cargo)$/

/**
 * Adds prefill sources to fields about the requester for which the format defines none. Other data than name and date are
 * added only beside the requester's name: after a field about a supplier, for example, a phone is the supplier's.
 */
export function addRequesterSources(fields: readonly Field[], sources: PrefillSources): Field[] {
  const isSubject = ({ type, key }: Field) => type === 'text' && subjectKeys.test(key)
  const findSource = ({ type, key }: Field) => {
    const [keys, source] = subjectData[type] ?? []
    return keys?.test(key) ? source : sources[`profile.${key}`] ? `profile.${key}` : undefined
  }
  const mayNameOther = (field: Field) =>
    Boolean(field.before?.section) ||
    ((field.type === 'text' || field.type === 'choice' || field.type === 'idDocument') &&
      !field.visibleIf &&
      !detailKeys.test(field.key) &&
      !findSource(field))
  // Data above the name belong to it only at the top of the form.
  const first = fields.find((field) => isSubject(field) || mayNameOther(field))
  let isAboutRequester = first !== undefined && isSubject(first)
  return fields.map((field) => {
    const { type, key } = field
    isAboutRequester = isSubject(field) || (isAboutRequester && !mayNameOther(field))
    if (field.from || field.default || field.approvers) return field
    if (type === 'date' && todayKeys.test(key)) return { ...field, default: 'hoy' }
    if (isSubject(field) || (type === 'text' && authorKeys.test(key))) return { ...field, from: 'profile.name' }
    const from = isAboutRequester ? findSource(field) : undefined
    return from ? { ...field, from } : field
  })
}

/**
 * Prepares initial values for the fields that no column of a sheet fills. Ignores profile sources, because rows rarely
 * describe their uploader. A yes/no field that only shows other fields becomes yes if a column fills one of them.
 */
export function createRowDefaults(fields: readonly Field[], context: ValidationContext, sources: PrefillSources) {
  return (field: Field, has: (key: string) => boolean): CellValue | undefined => {
    const shown = isOwnInitialValue(field) ? findDependentKeys(field, fields) : []
    return getRowValue(field, context, sources) ?? (shown.length > 0 ? shown.some(has) : undefined)
  }
}

const isOwnInitialValue = (field: Field) => !field.approvers && !field.from?.startsWith('profile.')

const getRowValue = (field: Field, context: ValidationContext, sources: PrefillSources) =>
  isOwnInitialValue(field) ? getInitialValue(field, context, sources)?.value : undefined

/**
 * Returns whether a format may let the empty cells of a batch take the field's initial value. Excludes dates and yes/no fields, because another date,
 * or a salary that appears or not, makes a wrong document.
 */
export const canFillIfMissing = (field: Field): boolean =>
  field.required === true &&
  !field.visibleIf &&
  canPrefillField(field) &&
  field.type !== 'date' &&
  field.type !== 'boolean'

/**
 * Prepares a function that fills the empty cells of a row, in fields that the format allows (`fillIfMissing`). The function modifies `values` and
 * returns the keys of the filled fields.
 */
export function createRowFiller(fields: readonly Field[], context: ValidationContext, sources: PrefillSources) {
  const fillable = fields.flatMap((field) => {
    const value = field.fillIfMissing && canFillIfMissing(field) ? getRowValue(field, context, sources) : undefined
    return value === undefined ? [] : [{ key: field.key, value }]
  })
  return (values: Values, wrong: Readonly<Record<string, unknown>>): string[] =>
    fillable.flatMap(({ key, value }) => {
      if (Object.hasOwn(values, key) || Object.hasOwn(wrong, key)) return []
      values[key] = value
      return key
    })
}

/**
 * Returns the keys of fields that are visible only if a yes/no field is yes; empty if another field requires the answer
 * no.
 */
function findDependentKeys({ key, type }: Field, fields: readonly Field[]): string[] {
  if (type !== 'boolean') return []
  const dependents = fields.flatMap((field) =>
    [field.visibleIf, field.requiredIf].flatMap((condition) =>
      condition && getConditionFieldKeys(condition).includes(key)
        ? [
            {
              key: field.key,
              isYes: 'equals' in condition && condition.equals === true,
              isShown: getConditionFieldKeys(field.visibleIf).includes(key),
            },
          ]
        : [],
    ),
  )
  return dependents.every(({ isYes }) => isYes) ? dependents.flatMap((one) => (one.isShown ? one.key : [])) : []
}

/** Returns the paths (`2.default`, `2.from`) of invalid prefill settings. The number is the zero-based index of the field. */
export function findInvalidPrefills(fields: readonly Field[], context: ValidationContext): string[] {
  return fields.flatMap((field, i) => {
    if (!canPrefillField(field))
      return (['default', 'from'] as const).flatMap((name) => (field[name] ? `${i}.${name}` : []))
    if (!field.default) return []
    const { min: _least, max: _most, ...unbounded } = field
    const lasting = hasRelativeDefault(field) ? unbounded : { ...removeRelativeBounds(field), default: field.default }
    return parseDefault(lasting, context) === undefined ? [`${i}.default`] : []
  })
}
