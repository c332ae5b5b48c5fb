import type { Field } from '../fields/field.ts'
import { formatValue } from '../fields/values.ts'
import type { Settings } from '../settings/settings.ts'
import type { ProfileField } from '../users/profile.ts'
import type { User } from '../users/user.ts'
import { getOrganisationPrefillSources, type PrefillSources, prefillSourceLabels } from './prefill.ts'

/** Returns the prefill sources of a user: texts of the user's profile and of the organisation. */
export function getPrefillSources(
  { name, email, phone, profile }: Pick<User, 'name' | 'email' | 'phone' | 'profile'>,
  settings: Settings,
): PrefillSources {
  const own = (settings.profileFields ?? []).map((field) => {
    const value = profile?.[field.key]
    return [`profile.${field.key}`, value === undefined ? '' : formatValue(field as Field, value)] as const
  })
  return {
    ...Object.fromEntries(own),
    // Never equals a key of `profileFields`, which are lower-case.
    'profile.idDocument': own[settings.profileFields?.findIndex(({ type }) => type === 'idDocument') ?? -1]?.[1] ?? '',
    'profile.name': name,
    'profile.email': email,
    'profile.phone': phone,
    ...getOrganisationPrefillSources(settings),
  }
}

/** Returns the prefill sources as select options. `own`: additional profile fields, as defined by administrators. */
export function getPrefillSourceOptions(own: readonly ProfileField[]): { value: string; label: string }[] {
  const known: { value: string; label: string }[] = Object.entries(prefillSourceLabels).map(([value, label]) => ({
    value,
    label,
  }))
  const added = own.map(({ key, label }) => ({ value: `profile.${key}`, label: `Perfil: ${label}` }))
  const index = known.findIndex(({ value }) => value.startsWith('organisation'))
  return known.toSpliced(index, 0, ...added)
}
