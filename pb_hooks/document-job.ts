import { DocumentTooLarge } from '../src/domain/document/expand.ts'
import type { ErrorCode } from '../src/domain/errors.ts'
import type { Values } from '../src/domain/field.ts'
import { dayIn } from '../src/domain/today.ts'
import { backendPdf, documentBackend } from './document-backend.ts'
import { contentOf, ownPdf } from './document-content.ts'
import { fail, store } from './document-file.ts'
import { letterheadToKeep } from './document-letterhead.ts'
import { row } from './sql.ts'
import { versionById } from './versions.ts'

/** Seconds for which a worker holds a document: three tries of thirty seconds and their pauses fit in. */
const leaseSeconds = 120

/** Makes pending documents until none is left or enough workers are at it. */
export function workOnDocuments(app: CoreApp) {
  for (let id = claimNext(app); id; id = claimNext(app)) makeDocument(app, id)
}

/** Makes one pending document, unless another worker has it. */
export function makeNow(app: CoreApp, id: string) {
  if (take(app, `id = {:id} AND documentStatus = 'pending' AND documentLease < {:now}`, { id })) makeDocument(app, id)
}

// A document backend is waited for; our own writer keeps a processor busy.
function claimNext(app: CoreApp): string {
  const next = "SELECT id FROM requests WHERE documentStatus = 'pending' AND documentLease < {:now} LIMIT 1"
  const busy = "SELECT count(*) FROM requests WHERE documentStatus = 'pending' AND documentLease >= {:now}"
  return take(app, `id = (${next}) AND (${busy}) < {:workers}`, { workers: documentBackend() ? 4 : 1 })
}

function take(app: CoreApp, condition: string, params: Record<string, string | number>): string {
  const now = Math.floor(Date.now() / 1000)
  const taken = row(
    app,
    `UPDATE requests SET documentLease = {:until} WHERE ${condition} RETURNING id`,
    { now, until: now + leaseSeconds, ...params },
    { id: '' },
  )
  return taken?.id ?? ''
}

/** Makes one document and keeps it, or the reason why it could not be made. */
function makeDocument(app: CoreApp, id: string) {
  try {
    const request = app.findRecordById('requests', id)
    const version = versionById(app, request.getString('formatVersion'))
    if (!version) throw new Error('the version of the format is gone')
    const values = JSON.parse(request.getString('values')) as Values
    const { kept, country, letterhead } = letterheadToKeep(app)
    // Also a document that is made later, or again, is of the day of its approval.
    const date = dayIn(country, Date.parse(request.getString('decidedAt').replace(' ', 'T')))
    const content = contentOf(letterhead, version, values, date, request.getString('documentNumber'))
    const made = documentBackend() ? backendPdf(content) : ownPdf(content)
    if ('pdf' in made) store(app, id, made.pdf, kept)
    else fail(app, id, made.failure)
  } catch (error) {
    console.error(`document of request ${id}:`, error)
    failIfPossible(app, id, error instanceof DocumentTooLarge ? error.message : 'document.unsaved')
  }
}

/** Where not even this can be written the document stays pending: what approved it stands, and its turn comes again. */
function failIfPossible(app: CoreApp, id: string, code: ErrorCode) {
  try {
    fail(app, id, { code })
  } catch (error) {
    console.error(`document of request ${id}:`, error)
  }
}
