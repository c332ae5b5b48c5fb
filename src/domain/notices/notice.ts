import type { RequestAction } from '../requests/request.ts'

export const mailFrequencies = ['now', 'daily', 'never'] as const
export type MailFrequency = (typeof mailFrequencies)[number]

/** Notice kinds and their default mail frequency. */
export const defaultMailFrequencies = {
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
} as const satisfies Record<string, MailFrequency>
export type NoticeKind = keyof typeof defaultMailFrequencies
export const noticeKinds = Object.keys(defaultMailFrequencies) as [NoticeKind, ...NoticeKind[]]

/** Mail frequency by notice kind: response of `GET /api/app/notices/choices`. */
export type MailChoices = Record<NoticeKind, MailFrequency>

/** Actions that the requester is notified of: the result for one request and for several, and its filter in the list. */
export const decisionResults = {
  approve: { one: 'fue aprobada', several: 'fueron aprobadas', filter: { status: 'approved' } },
  return: { one: 'necesita correcciones', several: 'necesitan correcciones', filter: { status: 'returned' } },
  reject: { one: 'fue rechazada', several: 'fueron rechazadas', filter: { status: 'rejected' } },
  issue: {
    one: 'ya tiene su documento definitivo',
    several: 'ya tienen su documento definitivo',
    filter: { documentKind: 'final' },
  },
  annul: {
    one: 'quedó con el documento anulado',
    several: 'quedaron con el documento anulado',
    filter: { documentKind: 'annulled' },
  },
} as const satisfies Partial<Record<RequestAction, { one: string; several: string; filter: Record<string, string> }>>
export type NotifiedAction = keyof typeof decisionResults

/** Data of a notice; the client formats the sentence. */
export interface NoticeDetails {
  action?: NotifiedAction
  /** Number of the request, batch or document. */
  number?: string
  format?: string
  /** Name of the user who commented or registered. */
  by?: string
  /** Reason of a decision, or the beginning of a comment. */
  text?: string
  /** Error code of `errors.ts`; `named` contains its placeholder values. */
  code?: string
  named?: Record<string, unknown>
  created?: number
  errors?: number
  /** Submission time of the oldest pending request. */
  oldest?: string
  /** True if an API key still needs confirmation by its account owner. */
  pending?: boolean
}

/** Item of `GET /api/app/notices`. */
export interface NoticeItem {
  id: string
  kind: NoticeKind
  /** Id of the request, batch or user; the latest one if the notice covers several. */
  subjectId: string
  /** Number of events in the notice; for pending requests, their current number. */
  count: number
  details: NoticeDetails
  /** Time of reading; empty while unread. A notice of pending requests is unread only while requests are pending. */
  readAt: string
  /** Time of the latest event in the notice. */
  told: string
}

/** Response of `GET /api/app/notices`. */
export interface NoticePage {
  unread: number
  /** Time of the latest notice. */
  latest: string
  page: number
  perPage: number
  totalItems: number
  items: NoticeItem[]
}
