import type { Values } from '../../src/domain/fields/field.ts'
import { createErrorResponse, getQueryParams } from '../lib/http.ts'
import { requireUser } from '../lib/users.ts'
import { requireVisibleRequest } from './visibility.ts'

/** `GET /api/app/requests/{id}/sent?revision=`: returns the values of this submission as a list. Empty if later submissions overwrote nothing. */
export function getSubmission(e: core.RequestEvent) {
  const { request } = requireVisibleRequest(e.app, e, requireUser(e))
  const revision = Number(getQueryParams(e).revision)
  if (!Number.isInteger(revision)) throw createErrorResponse('invalid', 400, { revision: 'number' })
  return e.json(200, findSubmittedValues(e.app, request.id, revision))
}

/** Returns the values at a submission: `values` is `null` if they were not stored. The list is empty if they equal the current values. */
export function findSubmittedValues(app: CoreApp, request: string, revision: number): { values: Values }[] {
  const [first] = app.findRecordsByFilter(
    'request_revisions',
    'request = {:request} && revision >= {:revision}',
    'revision',
    1,
    0,
    { request, revision },
  )
  return first ? [{ values: JSON.parse(first.getString('values')) }] : []
}

/** `GET /api/app/requests/{id}/documents`: lists the documents that later ones replaced. */
export function listReplacedDocuments(e: core.RequestEvent) {
  const { request } = requireVisibleRequest(e.app, e, requireUser(e))
  const found = e.app.findRecordsByFilter('request_documents', "request = {:request} && file != ''", '@rowid', 500, 0, {
    request: request.id,
  })
  return e.json(200, found)
}
