import { finalityOf } from '../../src/domain/documents/document-kind.ts'
import { decisions, type RequestAction, requestSteps } from '../../src/domain/requests/request.ts'
import { idsIn, type KnownFiles } from '../attachments/claims.ts'
import type { JudgedVersion } from '../formats/versions.ts'
import { stamp } from '../lib/clock.ts'
import type { Change, Skip, Stored } from './change.ts'
import type { Power } from './deciders.ts'
import { countedOf, isPassed, stageAfter, stageDetails } from './route.ts'

/** Caller of an action and the caller's rights at the current stage of the request. */
interface Deciding {
  reviewer: string
  files: KnownFiles | undefined
  used: Power[]
  /** Users whose approval at the current stage is recorded. */
  taken: readonly string[]
}

/** Returns the change that a permitted action makes, or the reason to skip the request. */
export function changeFor(
  action: RequestAction,
  request: Stored,
  version: JudgedVersion,
  deciding: Deciding,
): Change | Skip {
  const { reviewer } = deciding
  const change = { ...named(request, version), ...decidedAtStage(action, request, version, deciding) }
  const status = requestSteps[action].to
  const decided = { status, reviewer, decidedAt: stamp(), ...leavingRoute(request) }
  switch (action) {
    case 'submit':
      return submission(request, version, deciding.files)
    case 'approve': {
      const next = afterApproval(request, version, deciding)
      const details = { ...change.details, ...next?.details }
      if (next?.step) return { ...change, details, set: { step: next.step } }
      if (next) change.details = details
      return { ...change, set: { ...decided, ...approval(version) }, ...documentNumberFor(request, version) }
    }
    case 'return':
      return { ...change, set: request.status === 'approved' ? { ...decided, ...noDocument } : decided }
    case 'reject':
      return { ...change, set: decided }
    case 'reopen': {
      const { step, details } = stageAfter(version.route, request.values ?? {})
      return {
        ...change,
        isRouted: version.route.length > 0,
        details,
        set: { status, reviewer: '', decidedAt: '', dueAt: version.due, ...(step && { step }) },
      }
    }
    case 'cancel':
      return { ...change, set: { status, ...leavingRoute(request) } }
    case 'regenerate':
      return { ...change, set: { ...dueDocument } }
    case 'issue':
      return { ...change, set: { finality: 'final', ...dueDocument } }
    case 'annul':
      return { ...change, set: { annulledAt: stamp(), ...dueDocument } }
  }
}

const named = ({ id, owner, status, number }: Stored, { name }: JudgedVersion) => ({
  id,
  owner,
  from: status,
  number,
  format: name,
})

/** Returns the `step` column that ends a route; empty if the request is not at a stage. */
const leavingRoute = ({ step }: Stored): Record<string, number> => (step ? { step: 0 } : {})

/** Returns the stage that follows an approval; `undefined` if the request has no route. */
function afterApproval({ step: position, values }: Stored, { route }: JudgedVersion, { used, taken }: Deciding) {
  const stage = route[position - 1]
  if (!stage) return undefined
  if (!isPassed(stage, used, taken)) return { step: position, details: {} }
  return stageAfter(route, values ?? {}, position)
}

function decidedAtStage(
  action: RequestAction,
  { id: request, step: position }: Stored,
  { route }: JudgedVersion,
  deciding: Deciding,
): Pick<Change, 'details' | 'decisions'> {
  const stage = route[position - 1]
  if (!stage || !decisions.some((each) => each === action)) return {}
  const person = deciding.reviewer
  const used = countedOf(stage, deciding.used, person)
  return {
    details: stageDetails(stage, used, person),
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
const dueDocument = { documentStatus: 'pending', documentError: '', documentLease: 0 }

/** Computes the result of an approval from the format version that the request was created with. */
const approval = (version: JudgedVersion) => ({ finality: finalityOf(version), ...dueDocument })

function submission(request: Stored, version: JudgedVersion, files: KnownFiles | undefined): Change | Skip {
  const { id, status: from } = request
  if (from === 'draft' && version.status !== 'published') return { id, code: 'format.notPublished' }
  const { fields } = version
  const given = request.values ?? {}
  const { values, summary, ...judged } = version.judge(
    files ? files.named(fields, given, request) : given,
    request.owner,
  )
  const errors = { ...judged.errors, ...files?.faults(fields, values, request) }
  if (Object.keys(errors).length) return { id, code: 'request.values', errors }
  const now = stamp()
  const { step, details } = stageAfter(version.route, values)
  const change = {
    ...named(request, version),
    takesNumber: request.number === '',
    isRouted: version.route.length > 0,
    details,
    ...(files && { files: idsIn(fields, values) }),
  }
  const set = {
    status: 'submitted',
    values,
    summary,
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
    set: { ...set, status: 'approved', decidedAt: now, ...approval(version) },
    ...documentNumberFor(request, version),
  }
}

/** Reserves a document number, unless the request has one from an earlier approval. */
function documentNumberFor({ documentNumber }: Stored, { code }: JudgedVersion): Pick<Change, 'takesDocumentNumber'> {
  return documentNumber ? {} : { takesDocumentNumber: code }
}
