import type { RequestAction } from './request.ts'

/** What people are told of: each kind stands by itself in what a person chooses to get by mail. */
const noticeKinds = [
  'decided',
  'comment',
  'document',
  'batch',
  'waiting',
  'registration',
  'documentFailed',
  'backupFailed',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

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
  /** A code of `errors.ts`. */
  code?: string
  created?: number
  errors?: number
  /** When what waits for longest was sent. */
  oldest?: string
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
  /** Empty while it is new. */
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
