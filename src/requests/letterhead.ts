import type { Settings } from '../domain/settings.ts'
import { pb } from '../lib/pb.ts'

/** What stands on top of every sheet. */
export function letterheadOf(settings: Settings | undefined) {
  return {
    name: settings?.organisationName ?? '',
    id: settings?.organisationId ?? '',
    city: settings?.city ?? '',
    logo: settings?.logo ? pb.files.getURL(settings, settings.logo) : '',
  }
}
