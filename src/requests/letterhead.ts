import { queryOptions } from '@tanstack/react-query'
import type { Approved } from '../domain/documents/approval.ts'
import { defaultPage, organisationPage } from '../domain/documents/page.ts'
import type { FormatVersion } from '../domain/formats/format.ts'
import type { Request } from '../domain/requests/request.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { dayIn, minuteIn } from '../domain/time/today.ts'
import { pb } from '../lib/pb.ts'
import type { SignaturePicture } from './sketch.ts'

/** What the settings said when a document was made. */
type Letterhead = Pick<
  Settings,
  | 'id'
  | 'collectionId'
  | 'organisationName'
  | 'organisationId'
  | 'address'
  | 'city'
  | 'phone'
  | 'web'
  | 'country'
  | 'logo'
  | 'pageSize'
  | 'pageMargins'
  | 'pageRagged'
  | 'pageCountry'
>

/** The letterhead of a document; never changed. */
export const letterheadById = (id: string) =>
  queryOptions({
    queryKey: ['letterheads', id],
    queryFn: () => pb.collection('letterheads').getOne<Letterhead>(id),
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Scanned signatures of a request's document that the user may see. */
export const signaturePictures = (id: string, enabled: boolean) =>
  queryOptions({
    queryKey: ['requests', 'signatures', id],
    queryFn: () =>
      pb.send<Record<string, SignaturePicture>>(`/api/app/requests/${encodeURIComponent(id)}/signatures`, {
        method: 'GET',
      }),
    enabled,
  })

/** The day on a request's sheet, in the letterhead's country: that of the approval, or today where there was none. */
export function sheetDate({ status, decidedAt }: Request, { country = 'CO' }: { country?: string } = {}): string {
  const decided = status === 'approved' ? Date.parse(decidedAt.replace(' ', 'T')) : Number.NaN
  return dayIn(country, decided || Date.now())
}

/** The day on which its document was annulled, empty for any other. */
export function annulledOn({ annulledAt }: Request, { country = 'CO' }: { country?: string } = {}): string {
  return annulledAt ? dayIn(country, Date.parse(annulledAt.replace(' ', 'T'))) : ''
}

/** Who approved the document that there is, when, and from which version it is made; null before. */
export function approvalOf(
  { status, signers }: Request,
  { version }: Pick<FormatVersion, 'version'>,
  { country = 'CO' }: { country?: string } = {},
): Approved | null {
  if (status !== 'approved' || !signers) return null
  const at = minuteIn(country, Date.parse(signers.decidedAt.replace(' ', 'T')))
  return { by: signers.approver, keyName: signers.keyName, at, version }
}

/** What stands on top of every sheet, and what it is printed on. */
export function letterheadOf(settings: Letterhead | undefined) {
  return {
    name: settings?.organisationName ?? '',
    id: settings?.organisationId ?? '',
    address: settings?.address ?? '',
    city: settings?.city ?? '',
    phone: settings?.phone ?? '',
    web: settings?.web ?? '',
    logo: settings?.logo ? pb.files.getURL(settings, settings.logo) : '',
    page: settings ? organisationPage(settings) : defaultPage,
  }
}
