import { queryOptions } from '@tanstack/react-query'
import { type ApprovalDetails, formatApprover } from '../domain/documents/approval.ts'
import { defaultPageSetup, parseOrganisationPageSetup } from '../domain/documents/page.ts'
import type { Request } from '../domain/requests/request-output.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { getLocalDateTime, getLocalDay, getTimeZone, type TimeZoneSettings } from '../domain/time/local-time.ts'
import { pb } from '../lib/pb.ts'

/** Settings of the organisation at the time a document was generated. */
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
  | 'timeZone'
  | 'logo'
  | 'pageSize'
  | 'pageMargins'
  | 'pageRagged'
  | 'pageCountry'
>

/** Query for a document's letterhead; cached forever, because letterheads never change. */
export const letterheadQuery = (id: string) =>
  queryOptions({
    queryKey: ['letterheads', id],
    queryFn: () => pb.collection('letterheads').getOne<Letterhead>(id),
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Returns the date on a request's document in the organisation's time zone: the approval date, or today. */
export function getDocumentDate({ status, decidedAt }: Request, place: TimeZoneSettings = {}): string {
  const decided = status === 'approved' ? Date.parse(decidedAt.replace(' ', 'T')) : Number.NaN
  return getLocalDay(getTimeZone(place), decided || Date.now())
}

/** Returns the annulment date of the document; empty if it is not annulled. */
export function getAnnulmentDate({ annulledAt }: Request, place: TimeZoneSettings = {}): string {
  return annulledAt ? getLocalDay(getTimeZone(place), Date.parse(annulledAt.replace(' ', 'T'))) : ''
}

/** Returns approver and time of the approval; `null` before the approval. */
export function getApproval({ status, signers }: Request, place: TimeZoneSettings = {}): ApprovalDetails | null {
  if (status !== 'approved' || !signers) return null
  const at = getLocalDateTime(getTimeZone(place), Date.parse(signers.decidedAt.replace(' ', 'T')))
  return { by: formatApprover(signers), keyName: signers.keyName, isConfirmed: signers.isConfirmed, at }
}

export function toLetterhead(settings: Letterhead | undefined) {
  return {
    name: settings?.organisationName ?? '',
    id: settings?.organisationId ?? '',
    address: settings?.address ?? '',
    city: settings?.city ?? '',
    phone: settings?.phone ?? '',
    web: settings?.web ?? '',
    logo: settings?.logo ? pb.files.getURL(settings, settings.logo) : '',
    page: settings ? parseOrganisationPageSetup(settings) : defaultPageSetup,
  }
}
