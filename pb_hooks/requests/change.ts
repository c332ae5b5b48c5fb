import { finalityOf } from '../../src/domain/documents/document-kind.ts'
import type { Values } from '../../src/domain/fields/field.ts'
import { decisions, type RequestAction, requestSteps } from '../../src/domain/requests/request.ts'
import { idsIn, type KnownFiles } from '../attachments/claims.ts'
import type { JudgedVersion } from '../formats/versions.ts'
import { stamp } from '../lib/clock.ts'
import { readable } from '../lib/faults.ts'
import type { Power } from './deciders.ts'
import { countedOf, type FilledSeat, isPassed, stepAfter, tellingOf } from './route.ts'

/** What a step needs to know of a request. */
export const stored = {
  id: '',
  owner: '',
  formatVersion: '',
  status: '',
  number: '',
  revision: 0,
  documentStatus: '',
  documentNumber: '',
  finality: '',
  annulledAt: '',
  /** Of its route; 0 where it stands at none. */
  step: 0,
  /** JSON; read for `submit` and `reopen`, and for what is at a step. */
  values: '',
}
export type Stored = typeof stored

/** One request after its step: the columns that change, and which numbers are still to be taken for it. */
export interface Change {
  id: string
  owner: string
  from: string
  set: Record<string, string | number>
  takesNumber?: boolean
  /** Code of the format whose next document number it takes. */
  takesDocumentNumber?: string
  /** Ids of the files that are sent with it. */
  files?: string[]
  /** What its history tells besides. */
  details?: Record<string, unknown>
  /** Whether it passes its route from the beginning. */
  isRouted?: boolean
  /** Who decided the step at which it stood. */
  decisions?: FilledSeat[]
}

/** Why a request stays as it is; with `request.values` and `request.filled` also which values are wrong and how. */
export interface Skip {
  id: string
  code: string
  errors?: Record<string, string>
}

/** What becomes of the requests of one step. */
export interface Plan {
  changes: Change[]
  skipped: Skip[]
}

/** Who takes a step, and by what powers where the request is at one of its route. */
interface Taking {
  reviewer: string
  files: KnownFiles | undefined
  used: Power[]
  /** Whose approvals there are of that step. */
  taken: readonly string[]
}

/** What a permitted step changes. */
export function changeFor(
  action: RequestAction,
  request: Stored,
  version: JudgedVersion,
  taking: Taking,
): Change | Skip {
  const { id, owner, status: from } = request
  const { reviewer } = taking
  const change = { id, owner, from, ...decidedAtStep(action, request, version, taking) }
  const status = requestSteps[action].to
  const decided = { status, reviewer, decidedAt: stamp(), ...leavingRoute(request) }
  switch (action) {
    case 'submit':
      return submission(request, version, taking.files)
    case 'approve': {
      const next = afterApproval(request, version, taking)
      const details = { ...change.details, ...next?.details }
      if (next?.step) return { ...change, details, set: { step: next.step } }
      if (next) change.details = details
      return { ...change, set: { ...decided, ...approval(version) }, ...documentNumberFor(request, version) }
    }
    case 'return':
      return { ...change, set: from === 'approved' ? { ...decided, ...noDocument } : decided }
    case 'reject':
      return { ...change, set: decided }
    case 'reopen': {
      const { step, details } = stepAfter(version.route, readable(request.values, {}))
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

/** Of a request without a route no column is written for it. */
const leavingRoute = ({ step }: Stored): Record<string, number> => (step ? { step: 0 } : {})

/** Where an approved step leads; undefined where there is no route. */
function afterApproval({ step: position, values }: Stored, { route }: JudgedVersion, { used, taken }: Taking) {
  const step = route[position - 1]
  if (!step) return undefined
  if (!isPassed(step, used, taken)) return { step: position, details: {} }
  return stepAfter(route, readable(values, {}), position)
}

function decidedAtStep(
  action: RequestAction,
  { id: request, step: position }: Stored,
  { route }: JudgedVersion,
  taking: Taking,
): Pick<Change, 'details' | 'decisions'> {
  const step = route[position - 1]
  if (!step || !decisions.some((each) => each === action)) return {}
  const person = taking.reviewer
  const used = countedOf(step, taking.used, person)
  return {
    details: tellingOf(step, used, person),
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

/** What approval makes is what the request's own version says. */
const approval = (version: JudgedVersion) => ({ finality: finalityOf(version), ...dueDocument })

function submission(request: Stored, version: JudgedVersion, files: KnownFiles | undefined): Change | Skip {
  const { id, owner, status: from } = request
  if (from === 'draft' && version.status !== 'published') return { id, code: 'format.notPublished' }
  const { fields } = version
  const given = readable<Values>(request.values, {})
  const { values, summary, ...judged } = version.judge(files ? files.named(fields, given, request) : given, owner)
  const errors = { ...judged.errors, ...files?.faults(fields, values, request) }
  if (Object.keys(errors).length) return { id, code: 'request.values', errors }
  const now = stamp()
  const { step, details } = stepAfter(version.route, values)
  const change = {
    id,
    owner,
    from,
    takesNumber: request.number === '',
    isRouted: version.route.length > 0,
    details,
    ...(files && { files: idsIn(fields, values) }),
  }
  const set = {
    status: 'submitted',
    values: JSON.stringify(values),
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

/** What was approved before keeps its number. */
function documentNumberFor({ documentNumber }: Stored, { code }: JudgedVersion): Pick<Change, 'takesDocumentNumber'> {
  return documentNumber ? {} : { takesDocumentNumber: code }
}
