import { timeless } from './examples.ts'
import type { CellValue, Column, Context, Field } from './field.ts'
import { addDays } from './today.ts'
import { readValue } from './values.ts'

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

/** Fields that somebody fills in one place. */
export function canBegin({ type }: Pick<Field, 'type'>): boolean {
  return type !== 'table' && type !== 'file' && type !== 'computed'
}

/** Whether a default is written for the day on which the form is begun. */
export function isToday(field: Pick<Field, 'type' | 'default'>): boolean {
  return field.type === 'date' && todayForm.test(field.default ?? '')
}

const todayForm = /^hoy(?:\s*([+-])\s*(\d{1,4}))?$/i

/** A default as the field keeps it; undefined where there is none or the field itself would refuse it. `hoy`, `hoy+30` and `hoy-1` are days of dates. */
export function defaultValue(field: Field, context: Context): CellValue | undefined {
  const text = field.default ?? ''
  const [, sign = '+', days = '0'] = (isToday(field) && todayForm.exec(text)) || []
  return fittingValue(field, isToday(field) ? addDays(context.today, Number(`${sign}${days}`)) : text, context)
}

/** What a text of another place becomes in a field; undefined where it is empty or the field would refuse it. */
export function fittingValue(field: Column, text: string, context: Context): CellValue | undefined {
  const reading = readValue(field, text, context)
  return 'value' in reading ? ((reading.value as CellValue | null) ?? undefined) : undefined
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
