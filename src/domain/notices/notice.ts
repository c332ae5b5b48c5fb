import type { NotifiedAction } from '../requests/actions.ts'

export const mailFrequencies = ['now', 'daily', 'never'] as const
export type MailFrequency = (typeof mailFrequencies)[number]

/** Default mail frequency of each notice kind. For `waiting`, `daily` also mails at once if nothing else was pending (see `getMailTime`). */
export const defaultMailFrequencies = {
  decided: 'now',
  comment: 'never',
  document: 'never',
  batch: 'never',
  waiting: 'daily',
  overdue: 'now',
  finalAsked: 'daily',
  substitution: 'now',
  registration: 'now',
  documentFailed: 'never',
  backupFailed: 'now',
  mailFailed: 'now',
  key: 'now',
} as const satisfies Record<string, MailFrequency>
export type NoticeKind = keyof typeof defaultMailFrequencies
export const noticeKinds = Object.keys(defaultMailFrequencies) as [NoticeKind, ...NoticeKind[]]

/** Mail frequency by notice kind. Response of `GET /api/app/notices/choices`. */
export type MailFrequencyByNoticeKind = Record<NoticeKind, MailFrequency>

/** Data of a notice. The client formats its sentence. */
export interface NoticeDetails {
  action?: NotifiedAction
  /** Number of the request, batch or document. */
  number?: string
  format?: string
  /** Name of the user who wrote the comment, asked for the document, registered or is substituted. */
  by?: string
  /** Reason of a decision, or the start of a comment. */
  text?: string
  /** Error code of `errors.ts`. `named`: values for its placeholders. */
  code?: string
  named?: Record<string, unknown>
  created?: number
  errors?: number
  /** Submission time of the oldest request that waits for a decision. */
  oldest?: string
  /** First and last day of a substitution. */
  from?: string
  to?: string
  /** True if the account's owner must still confirm an API key. */
  pending?: boolean
}

/** Item of `GET /api/app/notices`. */
export interface NoticeItem {
  id: string
  kind: NoticeKind
  /** Id of the request, batch or user. If the notice covers several, the id of the latest. */
  subjectId: string
  /** Number of events in the notice. For requests that wait for a decision, their current number. */
  count: number
  details: NoticeDetails
  /**
   * Time when the user read the notice; empty if unread. A notice of pending decisions becomes read once none is
   * pending.
   */
  readAt: string
  /** Time of the latest event in the notice. */
  told: string
}

/** Response of `GET /api/app/notices`. */
export interface NoticePage {
  unread: number
  latest: string
  page: number
  perPage: number
  totalItems: number
  items: NoticeItem[]
}
