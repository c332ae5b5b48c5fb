import { finalityOf } from '../../src/domain/document-kind.ts'
import type { Values } from '../../src/domain/field.ts'
import { type RequestAction, requestSteps } from '../../src/domain/request.ts'
import { idsIn, type KnownFiles } from '../attachments/claims.ts'
import type { JudgedVersion } from '../formats/versions.ts'
import { stamp } from '../lib/clock.ts'
import { readable } from '../lib/faults.ts'

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
  /** JSON; read for `submit` and `reopen` only. */
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
}

/** Why a request stays as it is; with `request.values` also which values are wrong and how. */
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

/** What a permitted step changes. */
export function changeFor(
  action: RequestAction,
  request: Stored,
  version: JudgedVersion,
  reviewer: string,
  files?: KnownFiles,
): Change | Skip {
  const { id, owner, status: from } = request
  const change = { id, owner, from }
  const status = requestSteps[action].to
  const decided = { status, reviewer, decidedAt: stamp() }
  switch (action) {
    case 'submit':
      return submission(request, version, files)
    case 'approve':
      return { ...change, set: { ...decided, ...approval(version) }, ...documentNumberFor(request, version) }
    case 'return':
      return { ...change, set: from === 'approved' ? { ...decided, ...noDocument } : decided }
    case 'reject':
      return { ...change, set: decided }
    case 'reopen':
      return { ...change, set: { status, reviewer: '', decidedAt: '', dueAt: version.due } }
    case 'cancel':
      return { ...change, set: { status } }
    case 'regenerate':
      return { ...change, set: { ...dueDocument } }
    case 'issue':
      return { ...change, set: { finality: 'final', ...dueDocument } }
    case 'annul':
      return { ...change, set: { annulledAt: stamp(), ...dueDocument } }
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
  const { values, summary, ...judged } = version.judge(files ? files.named(fields, given, request) : given)
  const errors = { ...judged.errors, ...files?.faults(fields, values, request) }
  if (Object.keys(errors).length) return { id, code: 'request.values', errors }
  const now = stamp()
  const change = { id, owner, from, takesNumber: request.number === '', ...(files && { files: idsIn(fields, values) }) }
  const set = {
    status: 'submitted',
    values: JSON.stringify(values),
    summary,
    submittedAt: now,
    dueAt: version.due,
    decidedAt: '',
    reviewer: '',
    revision: from === 'returned' ? request.revision + 1 : request.revision,
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
