import { decisionTypes } from '../../../src/domain/requests/request.ts'
import type { Version } from '../../formats/versions.ts'
import { saveTransactionStart } from '../../lib/event-chain.ts'
import { executeSql, type QueryParams } from '../../lib/sql.ts'
import { releaseWebhookGroup } from '../../lib/webhook-queue.ts'
import type { PerformedAction, PlannedChange, RequestNoticeData } from '../actions/change-types.ts'
import type { ApproverFieldChanges } from '../approver-fields/approver-fields.ts'
import { countPendingAmong, countPendingInBatch, findApprovers } from '../decision-rights.ts'
import { releaseDecisionMails } from './decision-mails.ts'
import { type ActionEffects, type HistoryEventBatch, publishEffects } from './effect-channels.ts'
import {
  buildBatchNotices,
  buildCommentNotices,
  buildDocumentNotices,
  buildFailureNotices,
  buildFinalRequestNotices,
  buildOwnerNotices,
  buildPendingNotices,
  mapAdminsToBatchCount,
  type ReadyDocument,
} from './request-notices.ts'
import { buildBatchWebhooks, buildDocumentWebhooks } from './request-webhooks.ts'

// Publishes the effects of request changes: history, notices, mails, webhooks and realtime events. All effects are written in the transaction
// of the change; only `notifyApprovers` runs after the commit.

interface ActionWithNotes extends PerformedAction {
  caller: core.Record
  /** Notes on the fields of a returned request, by field key. */
  notes?: Record<string, string> | undefined
}

/** Publishes notices, mails and webhooks of submitted requests. `isWhole`: this chunk contains all requests of the call. */
export function publishSubmissionEffects(
  tx: CoreApp,
  taken: ActionWithNotes,
  changes: PlannedChange[],
  isWhole: boolean,
) {
  publishEffects(tx, {
    history: buildHistory(taken, changes),
    notices: [buildPendingNotices(taken.caller.id, countPendingAmong(tx, getPendingIds(changes)))],
    webhooks: [buildRequestMessage('request.submitted', getIds(changes), isWhole ? '' : taken.id)],
  })
}

/**
 * Publishes the effects of all actions except submit. While a decision can be undone, only its history is written;
 * `publishEffectsAfterUndoWindow` publishes the rest.
 */
export function publishDecisionEffects(
  tx: CoreApp,
  taken: ActionWithNotes,
  changes: PlannedChange[],
  { isWhole, isUndoable }: { isWhole: boolean; isUndoable: boolean },
) {
  const history = buildHistory(taken, changes)
  if (isUndoable) return publishEffects(tx, { history })
  // Notifies the requester only at the end of the route, not at intermediate stages.
  const ended = changes.filter(({ set }) => set.status !== undefined || !set.step)
  const effects = buildDecisionEffects(tx, taken, ended, getPendingIds(changes), isWhole ? '' : taken.id)
  publishEffects(tx, { history, mails: { taken, requests: ended, isWhole }, ...effects })
}

/**
 * Publishes the deferred effects after the undo window of a decision. `ended`: decided requests, except those that are at a further stage of their
 * route.
 */
export function publishEffectsAfterUndoWindow(
  tx: CoreApp,
  taken: PerformedAction,
  ended: RequestNoticeData[],
  waiting: string[],
) {
  const effects = buildDecisionEffects(tx, taken, ended, waiting, taken.id)
  publishEffects(tx, { mails: { taken, requests: ended, isWhole: true }, ...effects })
}

function buildDecisionEffects(
  tx: CoreApp,
  taken: PerformedAction,
  ended: RequestNoticeData[],
  waiting: string[],
  groupKey: string,
): ActionEffects {
  const isDecision = decisionTypes.some((each) => each === taken.action)
  return {
    notices: [buildOwnerNotices(taken, ended), buildPendingNotices(taken.caller.id, countPendingAmong(tx, waiting))],
    ...((taken.action === 'issue' || taken.action === 'annul') && { answered: getIds(ended) }),
    webhooks: isDecision ? [buildRequestMessage('request.decided', getIds(ended), groupKey)] : [],
  }
}

/** Sends the grouped mails and webhooks of a bulk decision after its last chunk of requests. */
export function releaseGroupedEffects(tx: CoreApp, decision: string) {
  releaseDecisionMails(tx, decision)
  releaseWebhookGroup(tx, decision)
}

export function publishUndoEffects(
  tx: CoreApp,
  actor: core.Record | undefined,
  changes: Pick<PlannedChange, 'id' | 'owner' | 'from' | 'set'>[],
) {
  const lines = changes.map(({ id, owner, from, set }) => ({ subjectId: id, owner, from, to: String(set.status) }))
  publishEffects(tx, { history: { action: 'undo', actor, lines } })
}

/** Records the creation or deletion of a draft. The realtime event is sent by the draft record itself. */
export function recordDraftEvent(tx: CoreApp, action: 'create' | 'delete', id: string, owner: core.Record) {
  const [from, to] = action === 'create' ? ['', 'draft'] : ['draft', '']
  publishEffects(tx, { history: { action, actor: owner, lines: [{ subjectId: id, owner: owner.id, from, to }] } })
}

/** Records fields filled by approvers. The event has no `owner`, so the requester cannot read it. */
export function recordApproverFields(
  tx: CoreApp,
  actor: core.Record | undefined,
  request: string,
  changes: ApproverFieldChanges,
) {
  publishEffects(tx, { history: { action: 'fill', actor, lines: [{ subjectId: request, details: { changes } }] } })
}

/** Publishes the effects of a comment: history, and notices to users `to`. `id`: id of its event, chosen by the client. */
export function publishCommentEffects(
  tx: CoreApp,
  request: core.Record,
  author: core.Record,
  { id, text }: { id?: string | undefined; text: string },
  to: string[],
) {
  const line = { id, subjectId: request.id, owner: request.getString('owner'), reason: text, isLive: true }
  publishEffects(tx, {
    history: { action: 'comment', actor: author, lines: [line] },
    notices: [buildCommentNotices(request, author, text, to)],
  })
}

export function publishFinalRequestEffects(tx: CoreApp, request: core.Record, owner: core.Record) {
  publishEffects(tx, {
    history: { action: 'askFinal', actor: owner, lines: [{ subjectId: request.id, owner: owner.id, isLive: true }] },
    notices: [buildFinalRequestNotices(tx, request, owner)],
  })
}

/** Publishes the effects of stored documents. Only the last history event of each requester is sent in real time. */
export function publishDocumentEffects(tx: CoreApp, ready: ReadyDocument[]) {
  const lastOfOwner = new Map(ready.map(({ owner, id }) => [owner, id]))
  const lines = ready.map(({ id, owner, number, kind, previous }) => ({
    subjectId: id,
    owner,
    details: previous ? { number, kind, previous } : { number, kind },
    isLive: lastOfOwner.get(owner) === id,
  }))
  publishEffects(tx, {
    history: { action: 'document', lines },
    notices: [buildDocumentNotices(tx, ready)],
    webhooks: buildDocumentWebhooks(tx, getIds(ready)),
  })
}

export function publishDocumentFailureEffects(
  tx: CoreApp,
  { id, owner, number }: Pick<ReadyDocument, 'id' | 'owner' | 'number'>,
  { code, details }: { code: string; details: Record<string, string> },
) {
  publishEffects(tx, {
    history: { action: 'documentFailed', lines: [{ subjectId: id, owner, reason: code, details, isLive: true }] },
    notices: [buildFailureNotices(tx, id, { number, code, named: details })],
  })
}

/**
 * Records the history of the requests created by a chunk of a batch. `rows`: SQL that selects them from `batch_rows`. Each event reuses the id
 * of its row.
 */
export function recordBatchRequestEvents(tx: CoreApp, rows: string, params: QueryParams) {
  saveTransactionStart(tx)
  executeSql(
    tx,
    `INSERT INTO events (id, subject, subjectId, actor, actorName, owner, action, "to", details, created, updated)
     SELECT id, 'requests', id, {:sender}, {:senderName}, {:owner}, 'submit', {:status},
       json_object('batch', {:batchNumber}, 'row', row), {:now}, {:now} ${rows} ORDER BY row`,
    params,
  )
}

interface BatchEvent {
  action: string
  actor?: core.Record
  from?: string
  details?: Record<string, unknown>
}

/** Records an event of a batch that changes no request. Call it after the batch got its new status. */
export function recordBatchEvent(tx: CoreApp, batch: core.Record, { action, actor, from = '', details }: BatchEvent) {
  const line = { subjectId: batch.id, owner: batch.getString('owner'), from, to: batch.getString('status'), details }
  publishEffects(tx, { history: { subject: 'batches', action, actor, lines: [{ ...line, isLive: true }] } })
}

export function publishBatchCompletionEffects(tx: CoreApp, batch: core.Record, { requiresReview, route }: Version) {
  const [owner, to] = [batch.getString('owner'), batch.getString('status')]
  const line = { subjectId: batch.id, owner, from: 'processing', to, isLive: true }
  const pending = requiresReview
    ? [buildPendingNotices(owner, route.length ? countPendingInBatch(tx, batch.id) : mapAdminsToBatchCount(tx, batch))]
    : []
  publishEffects(tx, {
    history: { subject: 'batches', action: 'complete', lines: [line] },
    notices: [buildBatchNotices(batch), ...pending],
    webhooks: [
      { event: 'batch.finished', collection: 'batches', ids: [batch.id] },
      ...buildBatchWebhooks(tx, batch.id),
    ],
  })
}

/**
 * Sends a realtime event to the approvers of these format versions, and to the users in `before`, who were approvers
 * before the change.
 */
export function notifyApprovers(app: CoreApp, versions: ReadonlySet<string>, before: string[] = []) {
  engine.notifyUsers('requests', [...new Set([...before, ...findApprovers(app, versions)])])
}

function buildHistory({ action, caller, reason, notes }: ActionWithNotes, changes: PlannedChange[]): HistoryEventBatch {
  const lines = changes.map(({ id, owner, from, set, details }) => ({
    subjectId: id,
    owner,
    from,
    to: String(set.status ?? from),
    reason,
    details: { ...details, ...pickNumbers(set), ...(notes && { notes }) },
  }))
  return { action, actor: caller, lines }
}

function pickNumbers({ number, documentNumber }: PlannedChange['set']): Record<string, unknown> {
  return { ...(number ? { number } : {}), ...(documentNumber ? { documentNumber } : {}) }
}

const buildRequestMessage = (event: 'request.submitted' | 'request.decided', ids: string[], groupKey: string) =>
  ({ event, collection: 'requests', ids, groupKey }) as const

const getIds = (requests: { id: string }[]) => requests.map(({ id }) => id)

const getPendingIds = (changes: PlannedChange[]) =>
  getIds(changes.filter(({ set }) => set.status === 'submitted' || set.step))
