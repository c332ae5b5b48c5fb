import { getFinality } from '../../../src/domain/documents/document-kind.ts'
import { decisionTypes } from '../../../src/domain/requests/request.ts'
import { type RequestAction, requestTransitions } from '../../../src/domain/requests/request-transitions.ts'
import { collectFileIds, type StoredFileLookup } from '../../attachments/file-assignment.ts'
import type { ValidatedVersion } from '../../formats/versions.ts'
import { formatTimestamp } from '../../lib/clock.ts'
import type { DecisionRight } from '../decision-rights.ts'
import type { PlannedChange, SkippedRequest, StoredRequest } from './change-types.ts'
import { buildStageDetails, findNextStage, getExercisedRights, isStageComplete } from './stages.ts'

/** Caller of an action and the caller's rights at the current stage of the request. */
interface ActorRights {
  reviewer: string
  files: StoredFileLookup | undefined
  used: DecisionRight[]
  /** Users whose approval at the current stage is recorded. */
  taken: readonly string[]
}

/** Returns the change that a permitted action makes, or the reason to skip the request. */
export function planRequestChange(
  action: RequestAction,
  request: StoredRequest,
  version: ValidatedVersion,
  deciding: ActorRights,
): PlannedChange | SkippedRequest {
  const { reviewer } = deciding
  const change = { ...buildBaseChange(request, version), ...buildStageDecisions(action, request, version, deciding) }
  const status = requestTransitions[action].to
  const decided = { status, reviewer, decidedAt: formatTimestamp(), ...clearStage(request) }
  switch (action) {
    case 'submit':
      return planSubmission(request, version, deciding.files)
    case 'approve': {
      const next = findStageAfterApproval(request, version, deciding)
      const details = { ...change.details, ...next?.details }
      if (next?.step) return { ...change, details, set: { step: next.step } }
      if (next) change.details = details
      return {
        ...change,
        set: { ...decided, ...buildApprovalColumns(version) },
        ...reserveDocumentNumber(request, version),
      }
    }
    case 'return':
      return { ...change, set: request.status === 'approved' ? { ...decided, ...noDocument } : decided }
    case 'reject':
      return { ...change, set: decided }
    case 'reopen': {
      const { step, details } = findNextStage(version.route, request.values ?? {})
      return {
        ...change,
        restartsRoute: version.route.length > 0,
        details,
        set: { status, reviewer: '', decidedAt: '', dueAt: version.due, ...(step && { step }) },
      }
    }
    case 'cancel':
      return { ...change, set: { status, ...clearStage(request) } }
    case 'regenerate':
      return { ...change, set: { ...pendingDocument } }
    case 'issue':
      return { ...change, set: { finality: 'final', ...pendingDocument } }
    case 'annul':
      return { ...change, set: { annulledAt: formatTimestamp(), ...pendingDocument } }
  }
}

const buildBaseChange = ({ id, owner, status, number }: StoredRequest, { name }: ValidatedVersion) => ({
  id,
  owner,
  from: status,
  number,
  format: name,
})

/** Returns the `step` column that ends a route; empty if the request is not at a stage. */
const clearStage = ({ step }: StoredRequest): Record<string, number> => (step ? { step: 0 } : {})

/** Returns the stage after an approval. `undefined` if the request has no route. */
function findStageAfterApproval(
  { step: position, values }: StoredRequest,
  { route }: ValidatedVersion,
  { used, taken }: ActorRights,
) {
  const stage = route[position - 1]
  if (!stage) return undefined
  if (!isStageComplete(stage, used, taken)) return { step: position, details: {} }
  return findNextStage(route, values ?? {}, position)
}

function buildStageDecisions(
  action: RequestAction,
  { id: request, step: position }: StoredRequest,
  { route }: ValidatedVersion,
  deciding: ActorRights,
): Pick<PlannedChange, 'details' | 'decisions'> {
  const stage = route[position - 1]
  if (!stage || !decisionTypes.some((each) => each === action)) return {}
  const person = deciding.reviewer
  const used = getExercisedRights(stage, deciding.used, person)
  return {
    details: buildStageDetails(stage, used, person),
    decisions: used.map(({ holder, seat }) => ({
      request,
      position,
      action,
      person,
      holder: seat || holder,
      vacant: holder === '',
    })),
  }
}

const noDocument = { documentStatus: 'none', documentError: '', finality: '' }
const pendingDocument = { documentStatus: 'pending', documentError: '', documentLease: 0 }

/** Returns the columns that an approval sets: `finality` (draft or final document, from the version of the request) and a pending document. */
const buildApprovalColumns = (version: ValidatedVersion) => ({ finality: getFinality(version), ...pendingDocument })

function planSubmission(
  request: StoredRequest,
  version: ValidatedVersion,
  files: StoredFileLookup | undefined,
): PlannedChange | SkippedRequest {
  const { id, status: from } = request
  if (from === 'draft' && version.status !== 'published') return { id, code: 'format.notPublished' }
  const { fields } = version
  const inputValues = request.values ?? {}
  const {
    values,
    errors: valueErrors,
    ...summary
  } = version.validate(files ? files.withStoredNames(fields, inputValues, request) : inputValues, request.owner)
  const errors = { ...valueErrors, ...files?.findErrors(fields, values, request) }
  if (Object.keys(errors).length) return { id, code: 'request.values', errors }
  const now = formatTimestamp()
  const { step, details } = findNextStage(version.route, values)
  const change = {
    ...buildBaseChange(request, version),
    needsNumber: request.number === '',
    restartsRoute: version.route.length > 0,
    details,
    ...(files && { files: collectFileIds(fields, values) }),
  }
  const set = {
    status: 'submitted',
    values,
    ...summary,
    submittedAt: now,
    dueAt: version.due,
    decidedAt: '',
    reviewer: '',
    revision: from === 'returned' ? request.revision + 1 : request.revision,
    ...(step && { step }),
  }
  if (version.requiresReview) return { ...change, set }
  return {
    ...change,
    set: { ...set, status: 'approved', decidedAt: now, ...buildApprovalColumns(version) },
    ...reserveDocumentNumber(request, version),
  }
}

/** Reserves a document number, unless the request has one from an earlier approval. */
function reserveDocumentNumber(
  { documentNumber }: StoredRequest,
  { code }: ValidatedVersion,
): Pick<PlannedChange, 'documentNumberSeries'> {
  return documentNumber ? {} : { documentNumberSeries: code }
}
