import { timeless } from '../fields/examples.ts'
import type { CellValue, Column, Context, Field, Values } from '../fields/field.ts'
import { readValue } from '../fields/values.ts'
import { addDays } from '../time/today.ts'

/** What a form may begin with, besides the profile fields that an administrator defines. */
export const sourceNames = {
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
type KnownSource = keyof typeof sourceNames

/** What stands in each source, as people write it; what is empty or unknown fills nothing. */
export type SourceTexts = Partial<Record<KnownSource, string>> & Record<`profile.${string}`, string>

type Organisation = Record<'organisationName' | 'organisationId' | 'address' | 'city' | 'phone' | 'web', string>

/** Returns the organisation's data that forms and rows may begin with. */
export function organisationTexts(settings: Organisation): SourceTexts {
  return {
    'organisation.name': settings.organisationName,
    'organisation.id': settings.organisationId,
    'organisation.address': settings.address,
    'organisation.city': settings.city,
    'organisation.phone': settings.phone,
    'organisation.web': settings.web,
  }
}

/** Fields that somebody fills in one place. */
export function canBegin({ type }: Pick<Field, 'type'>): boolean {
  return type !== 'table' && type !== 'file' && type !== 'computed'
}

/** Whether a default is written for the day on which the form is begun. */
function isToday(field: Pick<Field, 'type' | 'default'>): boolean {
  return field.type === 'date' && todayForm.test(field.default ?? '')
}

const todayForm = /^hoy(?:\s*([+-])\s*(\d{1,4}))?$/i

/** A default as the field keeps it; undefined where there is none or the field itself would refuse it. `hoy`, `hoy+30` and `hoy-1` are days of dates. */
function defaultValue(field: Field, context: Context): CellValue | undefined {
  const text = field.default ?? ''
  const [, sign = '+', days = '0'] = (isToday(field) && todayForm.exec(text)) || []
  return fittingValue(field, isToday(field) ? addDays(context.today, Number(`${sign}${days}`)) : text, context)
}

/** What a text of another place becomes in a field; undefined where it is empty or the field would refuse it. */
function fittingValue(field: Column, text: string, context: Context): CellValue | undefined {
  const reading = readValue(field, text, context)
  return 'value' in reading ? ((reading.value as CellValue | null) ?? undefined) : undefined
}

export type BeginningSource = 'profile' | 'organisation' | 'default' | 'today'

/** Returns what a field begins with and where that comes from: its source, its default or, for the day and the city of issue, today and the organisation's city. */
export function fieldBeginning(field: Field, context: Context, sources: SourceTexts) {
  const { key, type, from = '' } = field
  if (!canBegin(field)) return undefined
  const given = fittingValue(field, sources[from as keyof SourceTexts] ?? '', context)
  if (given !== undefined) return { value: given, by: from.startsWith('profile') ? 'profile' : 'organisation' } as const
  const value = defaultValue(field, context)
  if (value !== undefined) return { value, by: isToday(field) ? 'today' : 'default' } as const
  if (from || field.default) return undefined
  if (type === 'date' && /^fecha(_expedicion)?$/.test(key)) return { value: context.today, by: 'today' } as const
  const city = sources['organisation.city']
  const isPlace = type === 'text' && /^ciudad(_expedicion)?$/.test(key)
  return isPlace && city ? ({ value: city, by: 'organisation' } as const) : undefined
}

/**
 * Prepares the values that a row of a batch begins with, for fields that it does not have. Nothing is taken from a profile, because rows are about others
 * than the person who sends them. A yes/no field that only shows other fields is yes if the row has one of them.
 */
export function rowBeginnings(
  fields: readonly Field[],
  context: Context,
  sources: SourceTexts,
  /** All fields of the format. */
  among: readonly Field[] = fields,
) {
  const own = fields.filter((field) => !field.deciders && !field.from?.startsWith('profile.'))
  const begun = new Map(own.map((field) => [field.key, fieldBeginning(field, context, sources)?.value]))
  const shown = new Map(own.map((field) => [field.key, shownBy(field, among)]))
  return (field: Field, has: (key: string) => boolean): CellValue | undefined =>
    begun.get(field.key) ?? (shown.get(field.key)?.length ? shown.get(field.key)?.some(has) : undefined)
}

/** Prepares the filling of rows that lack required fields; the function returned changes `values` and answers the keys that it filled. */
export function rowFiller(fields: readonly Field[], context: Context, sources: SourceTexts) {
  const required = fields.filter((field) => field.required && !field.visibleIf)
  const begin = rowBeginnings(required, context, sources, fields)
  return (values: Values, wrong: Readonly<Record<string, unknown>>): string[] => {
    const has = (key: string) => (values[key] ?? '') !== '' || wrong[key] !== undefined
    return required.flatMap((field) => {
      const value = Object.hasOwn(values, field.key) || Object.hasOwn(wrong, field.key) ? undefined : begin(field, has)
      if (value === undefined) return []
      values[field.key] = value
      return field.key
    })
  }
}

/** Keys of the fields that a yes/no field shows or requires if it is yes; none if a field depends on its no. */
function shownBy({ key, type }: Field, fields: readonly Field[]): string[] {
  if (type !== 'boolean') return []
  const dependents = fields.flatMap((field) =>
    [field.visibleIf, field.requiredIf].flatMap((condition) =>
      condition?.key === key
        ? [{ key: field.key, isYes: condition.equals === true, isShown: field.visibleIf?.key === key }]
        : [],
    ),
  )
  return dependents.every(({ isYes }) => isYes) ? dependents.flatMap((one) => (one.isShown ? one.key : [])) : []
}

/** Paths (`2.default`, `2.from`) of what no form could begin with. */
export function wrongBeginnings(fields: readonly Field[], context: Context): string[] {
  return fields.flatMap((field, i) => {
    if (!canBegin(field)) return (['default', 'from'] as const).flatMap((name) => (field[name] ? `${i}.${name}` : []))
    if (!field.default) return []
    const { min: _least, max: _most, ...unbounded } = field
    const lasting = isToday(field) ? unbounded : { ...timeless(field), default: field.default }
    return defaultValue(lasting, context) === undefined ? [`${i}.default`] : []
  })
}
