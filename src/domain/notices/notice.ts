import type { RequestAction } from '../requests/request.ts'

export const mailTimes = ['now', 'daily', 'never'] as const
export type MailTime = (typeof mailTimes)[number]

/** What people are told of, and when by mail where a person chooses nothing else. */
export const usualMail = {
  decided: 'now',
  comment: 'never',
  document: 'never',
  batch: 'never',
  waiting: 'never',
  overdue: 'now',
  registration: 'now',
  documentFailed: 'never',
  backupFailed: 'now',
  key: 'now',
} as const satisfies Record<string, MailTime>
export type NoticeKind = keyof typeof usualMail
export const noticeKinds = Object.keys(usualMail) as [NoticeKind, ...NoticeKind[]]

/** When a person gets which by mail: `GET /api/app/notices/choices`. */
export type MailChoices = Record<NoticeKind, MailTime>

/** What a notice is made of, as data: the sentence is made where it is read. */
export interface NoticeDetails {
  action?: RequestAction
  /** Of a request, a batch or a document. */
  number?: string
  /** Name of the format. */
  format?: string
  /** Who wrote or registered. */
  by?: string
  /** A reason, or the beginning of a comment. */
  text?: string
  /** A code of `errors.ts`, and what its sentence names. */
  code?: string
  named?: Record<string, unknown>
  created?: number
  errors?: number
  /** When what waits for longest was sent. */
  oldest?: string
  /** A key that waits for its owner. */
  pending?: boolean
}

/** One line of `GET /api/app/notices`. */
export interface NoticeItem {
  id: string
  kind: NoticeKind
  /** The request, batch or person it is about; of several, the latest. */
  subjectId: string
  /** How many it is about; of what waits, how many wait now. */
  count: number
  details: NoticeDetails
  /** Empty while it is new, which what waits is only while something does. */
  readAt: string
  /** When it was told; of several, the latest. */
  told: string
}

/** What `GET /api/app/notices` gives. */
export interface NoticePage {
  unread: number
  /** When the latest was told. */
  latest: string
  page: number
  perPage: number
  totalItems: number
  items: NoticeItem[]
}
