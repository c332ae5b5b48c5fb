import * as z from 'zod/mini'
import { toAsciiDomain } from '../text/ascii-domain.ts'
import { singleLineText } from '../text/text-schemas.ts'
import { hasValidCharacters } from '../text/valid-characters.ts'
import type { ProfileField } from '../users/profile.ts'
import { countryCodes, timeZoneCodes } from './country.ts'
import { marginWidths, pageSizes } from './page-options.ts'
import type { installationStatusSchema, serverHealthSchema } from './settings-output.ts'

export interface InstallationStatus extends z.infer<typeof installationStatusSchema> {}
export interface ServerHealth extends z.infer<typeof serverHealthSchema> {}

export const settingsSchema = z.object({
  organisationName: singleLineText(120).check(z.minLength(1, 'required')),
  organisationId: singleLineText(40),
  registration: z.enum(['open', 'closed']),
  allowedDomains: z.string().check(
    z.trim(),
    z.maxLength(500, 'length'),
    z.refine(hasValidCharacters, 'characters'),
    z.refine((text) => parseDomains(text).every((domain) => /^[^@.]+(\.[^@.]+)+$/.test(domain)), 'settings.domain'),
  ),
  address: singleLineText(120),
  city: singleLineText(80),
  phone: singleLineText(40),
  web: singleLineText(120),
  country: z.enum(countryCodes),
  /** Time zone within the country. Empty, or of another country: the main zone of `country`. */
  timeZone: z.enum(['', ...timeZoneCodes]),
  /** Default page settings of documents, used if the format has no page settings. */
  pageSize: z.enum(pageSizes),
  pageMargins: z.enum(marginWidths),
  pageRagged: z.boolean(),
  /** Country of the number and date notation in documents. Empty: same as `country`. */
  pageCountry: z.enum(['', ...countryCodes]),
})
export type SettingsInput = z.infer<typeof settingsSchema>

export interface Settings extends SettingsInput {
  id: string
  collectionId: string
  logo: string
  /** Additional profile fields, as defined by administrators. */
  profileFields: ProfileField[] | null
  /** True if an external document service generates the documents. */
  documentService: boolean
  updated: string
}

/** Parses a list of domains: `empresa.com, @Peña.co` → `empresa.com`, `xn--pea-8ma.co`. */
function parseDomains(allowedDomains: string): string[] {
  return allowedDomains
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((domain) => toAsciiDomain(`@${domain.replace(/^@/, '')}`).slice(1))
    .filter(Boolean)
}

/** Returns whether an email address may register; an empty list allows all domains. */
export const isEmailDomainAllowed = (email: string, allowedDomains: string): boolean =>
  parseDomains(allowedDomains).length === 0 || isEmailDomainListed(email, allowedDomains)

export const isEmailDomainListed = (email: string, domains: string): boolean =>
  parseDomains(domains).includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
