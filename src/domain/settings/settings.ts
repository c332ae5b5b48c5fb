import * as z from 'zod/mini'
import type { BackupState } from '../backups/backup.ts'
import { marginWidths, pageSizes } from '../documents/page.ts'
import { isWritable } from '../text/writable.ts'
import { line } from '../text/written.ts'
import type { ProfileField } from '../users/profile.ts'
import { countryCodes } from './country.ts'

export const settingsInput = z.object({
  organisationName: line(120).check(z.minLength(1, 'required')),
  organisationId: line(40),
  registration: z.enum(['open', 'closed']),
  allowedDomains: z.string().check(
    z.trim(),
    z.maxLength(500, 'length'),
    z.refine(isWritable, 'characters'),
    z.refine((text) => domainsOf(text).every((domain) => /^[^@.]+(\.[^@.]+)+$/.test(domain)), 'settings.domain'),
  ),
  address: line(120),
  city: line(80),
  phone: line(40),
  web: line(120),
  country: z.enum(countryCodes),
  /** Default page settings, used when the format sets none. */
  pageSize: z.enum(pageSizes),
  pageMargins: z.enum(marginWidths),
  pageRagged: z.boolean(),
  /** Country of the number and date notation; empty means the same as `country`. */
  pageCountry: z.enum(['', ...countryCodes]),
})
export type SettingsInput = z.infer<typeof settingsInput>

export interface Settings extends SettingsInput {
  id: string
  collectionId: string
  logo: string
  /** Custom profile fields defined by administrators. */
  profileFields: ProfileField[] | null
  /** True if an external backend generates the documents. */
  documentService: boolean
}

/** Parses a list of domains: `empresa.com, @Otra.com.co` → `empresa.com`, `otra.com.co`. */
function domainsOf(allowedDomains: string): string[] {
  return allowedDomains
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((domain) => domain.replace(/^@/, ''))
    .filter(Boolean)
}

/** Returns whether an email address may register; an empty list allows all domains. */
export function isAllowed(email: string, allowedDomains: string): boolean {
  const domains = domainsOf(allowedDomains)
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}

/** Response of `GET /api/app/status`, a public endpoint. */
export interface Status {
  /** True once there is an active administrator. */
  setup: boolean
  registration: 'open' | 'closed'
  version: string
}

/** Response of `GET /api/app/health` to administrators and to keys with the scope `metrics`. */
export interface Health {
  version: string
  isWriting: boolean
  backup: BackupState
  /** State of the S3 storage; empty if files are on disk. */
  files: '' | 'good' | 'away'
  queues: Record<string, number>
}
