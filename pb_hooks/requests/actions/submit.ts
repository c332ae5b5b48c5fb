import type { ErrorCode } from '../../../src/domain/errors.ts'
import {
  collectFileIds,
  hasFileFields,
  loadStoredFiles,
  type StoredFileLookup,
} from '../../attachments/file-assignment.ts'
import { createFormatAccessLookup } from '../../formats/format-access.ts'
import { formatTimestamp } from '../../lib/clock.ts'
import { makeDocuments } from '../effects/make-documents.ts'
import { notifyApprovers } from '../effects/notify-approvers.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import { sendSubmissionWebhook } from '../effects/send-webhook.ts'
import {
  type ActionCall,
  type ActionHandler,
  type ActionRequest,
  planChanges,
  type Refusal,
  type RequestChange,
} from './action.ts'
import { addDocument } from './document-columns.ts'
import { skipDuplicates } from './duplicates.ts'
import { loadRequests } from './load-requests.ts'
import { findNextStage } from './stages.ts'

/**
 * Submits drafts and corrected requests. Validates their values, and starts their route. A request whose format requires no approval is approved
 * immediately, and its document is generated.
 */
export const submitRequests: ActionHandler = {
  plan(tx, call, ids) {
    const requests = loadRequests(tx, call, ids)
    const files = loadRequestFiles(tx, [...requests.values()])
    const canRequest = createFormatAccessLookup(tx, call.caller)
    const plan = planChanges(call, ids, requests, {
      findRefusal: (request) => findSubmissionRefusal(request, canRequest),
      change: (request) => submit(call, request, files),
    })
    return skipDuplicates(tx, plan, 'request.values', ({ id }) => requests.get(id))
  },
  effects: [recordActionEvents, notifyApprovers, sendSubmissionWebhook, makeDocuments],
}

/** Returns stored files of the requests; `undefined` if none of their formats has file fields. */
function loadRequestFiles(tx: CoreApp, requests: ActionRequest[]): StoredFileLookup | undefined {
  const withFiles = requests.filter(({ version }) => hasFileFields(version.fields))
  if (!withFiles.length) return undefined
  return loadStoredFiles(
    tx,
    withFiles.map(({ values, version }) => ({ fields: version.fields, values })),
  )
}

/** Refuses drafts of formats that the requester may no longer request. Returned requests can always be corrected. */
function findSubmissionRefusal(
  { status, version }: ActionRequest,
  canRequest: (format: string) => boolean,
): ErrorCode | undefined {
  if (status !== 'draft') return undefined
  if (!canRequest(version.format)) return 'format.access'
  return version.status === 'published' ? undefined : 'format.notPublished'
}

function submit(
  { reason }: ActionCall,
  request: ActionRequest,
  files: StoredFileLookup | undefined,
): RequestChange | Refusal {
  const { version, owner, number, revision } = request
  const { fields, route } = version
  const input = files ? files.withStoredNames(fields, request.values, request) : request.values
  const { values, errors: valueErrors, ...summary } = version.validate(input, owner)
  const errors = { ...valueErrors, ...files?.findErrors(fields, values, request) }
  if (Object.keys(errors).length) return { code: 'request.values', errors }
  const now = formatTimestamp()
  const { step, details } = findNextStage(route, values)
  const set = {
    reason,
    status: 'submitted',
    values,
    ...summary,
    submittedAt: now,
    dueAt: version.due,
    decidedAt: '',
    reviewer: '',
    revision: request.status === 'returned' ? revision + 1 : revision,
    ...(step && { step }),
  }
  const change = {
    set,
    details,
    needsNumber: number === '',
    restartsRoute: route.length > 0,
    files: files && collectFileIds(fields, values),
  }
  if (version.requiresReview) return change
  return addDocument({ ...change, set: { ...set, status: 'approved', decidedAt: now } }, request)
}
