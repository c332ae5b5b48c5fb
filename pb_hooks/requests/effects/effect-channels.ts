import type { EventSubject } from '../../../src/domain/history/event.ts'
import { type BulkEventInput, recordEvent, recordEvents } from '../../lib/events.ts'
import { enqueueWebhook, type WebhookMessage } from '../../lib/webhook-queue.ts'
import { createNotices, type NoticesInput } from '../../notices/create-notices.ts'
import { markFinalRequestNoticesRead } from '../../notices/mark-read.ts'
import type { PerformedAction, RequestNoticeData } from '../actions/change-types.ts'
import { enqueueDecisionMails } from './decision-mails.ts'

export interface ActionEffects {
  history?: HistoryEventBatch
  /** Mails to the requesters of decided requests. */
  mails?: { taken: PerformedAction; requests: RequestNoticeData[]; isWhole: boolean }
  notices?: NoticesInput[]
  /** Ids of requests for whose final document administrators are not asked any more. */
  answered?: string[]
  webhooks?: WebhookMessage[]
}

export interface HistoryEventBatch {
  subject?: EventSubject
  action: string
  actor?: core.Record | undefined
  /** Events of the history. `isLive`: sent to open administrator pages in real time; all other events are inserted in one statement. */
  lines: (BulkEventInput & { isLive?: boolean; id?: string | undefined })[]
}

/** Channels that write effects, in execution order. To add a channel, add its function to this array. */
const channels: ((tx: CoreApp, effects: ActionEffects) => void)[] = [
  (tx, { history }) => history && recordHistory(tx, history),
  (tx, { mails }) => mails && enqueueDecisionMails(tx, mails.taken, mails.requests, mails.isWhole),
  (tx, { notices }) => notices?.forEach((each) => void createNotices(tx, each)),
  (tx, { answered }) => answered && markFinalRequestNoticesRead(tx, answered),
  (tx, { webhooks }) => webhooks?.forEach((each) => void enqueueWebhook(tx, each)),
]

export function publishEffects(tx: CoreApp, effects: ActionEffects) {
  for (const channel of channels) channel(tx, effects)
}

function recordHistory(tx: CoreApp, { lines, subject = 'requests', ...rest }: HistoryEventBatch) {
  const about = { subject, ...rest }
  for (const { isLive, ...line } of lines) if (isLive) recordEvent(tx, { ...about, ...line })
  const others = lines.filter(({ isLive }) => !isLive)
  recordEvents(tx, about, others)
}
