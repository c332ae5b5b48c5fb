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
  /** What documents are printed on whose format chooses nothing else. */
  pageSize: z.enum(pageSizes),
  pageMargins: z.enum(marginWidths),
  pageRagged: z.boolean(),
  /** Whose way to write figures; empty: as `country`. */
  pageCountry: z.enum(['', ...countryCodes]),
})
export type SettingsInput = z.infer<typeof settingsInput>

export interface Settings extends SettingsInput {
  id: string
  collectionId: string
  logo: string
  /** What administrators want to know of everybody besides name and phone. */
  profileFields: ProfileField[] | null
  /** Whether a service makes the documents. */
  documentService: boolean
}

/** The domains of «empresa.com, @otra.com.co», in lower case. */
function domainsOf(allowedDomains: string): string[] {
  return allowedDomains
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((domain) => domain.replace(/^@/, ''))
    .filter(Boolean)
}

/** Whether an e-mail may register: no domains named means all. */
export function isAllowed(email: string, allowedDomains: string): boolean {
  const domains = domainsOf(allowedDomains)
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}

/** What `GET /api/app/status` tells anybody. */
export interface Status {
  /** True once there is an active administrator. */
  setup: boolean
  registration: 'open' | 'closed'
  version: string
}

/** Answer of `GET /api/app/health` to administrators and to keys with the scope `metrics`. */
export interface Health {
  version: string
  isWriting: boolean
  backup: BackupState
  /** State of the S3 storage; empty if files are on disk. */
  files: '' | 'good' | 'away'
  queues: Record<string, number>
}
