import type { FormatPaperSettings } from '../../src/domain/documents/paper.ts'
import type { RequestView } from '../../src/domain/requests/request-view.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { createErrorResponse, getPathId } from '../lib/http.ts'
import { requireUser } from '../lib/users.ts'
import { findUnreadNotices } from '../notices/mark-read.ts'
import { getVisibleApproverFields } from '../requests/approver-fields/approver-fields.ts'
import { buildRequestHistoryJson } from '../requests/history.ts'
import { getDelivery, listOutsideSignatures } from '../requests/links/link-views.ts'
import { findSubmittedValues } from '../requests/previous-versions.ts'
import { buildFrequentReasonsJson } from '../requests/reasons.ts'
import { buildRequestRoute } from '../requests/route-status.ts'
import { canDecideFormat, requireVisibleRequestById } from '../requests/visibility.ts'
import { findEvidence } from './evidence.ts'
import { getVisibleSignatures } from './signatures.ts'

/** Parts of the view. `request` and `version` are records, serialized by PocketBase. */
type Parts = Omit<RequestView, 'request' | 'version'> & { request: core.Record; version: core.Record }

/**
 * `GET /api/app/requests/{id}/view` → `RequestView`: returns all data of the request page in one call. Each part has the access rules of its
 * separate endpoint.
 */
export function getRequestView(e: core.RequestEvent) {
  e.response.header().set('Cache-Control', 'private, no-store')
  return e.json(200, buildRequestView(e, requireUser(e), getPathId(e)))
}

function buildRequestView(e: core.RequestEvent, caller: core.Record, id: string): Parts {
  const { request, visibility } = requireVisibleRequestById(e.app, id, caller)
  const format = e.app.findRecordsByIds('formats', [request.getString('format')])[0]
  const version = e.app.findRecordsByIds('format_versions', [request.getString('formatVersion')])[0]
  if (!format || !version) throw createErrorResponse('request.notFound', 404)
  const delivery = getDelivery(e.app, request, caller)
  const outsideSignatures = listOutsideSignatures(e.app, request, caller)
  const revision = request.getInt('revision')
  const view: Parts = {
    request,
    format: { id: format.id, name: format.getString('name'), requiresReview: format.getBool('requiresReview') },
    version,
    route: buildRequestRoute(e.app, request, caller),
    filled: getVisibleApproverFields(e.app, request, visibility, caller),
    signatures: getVisibleSignatures(e.app, request, visibility, caller),
    ...(canDecideFormat(e.app, format.id, caller) && {
      reasons: JSON.parse(buildFrequentReasonsJson(e.app, format.id, caller)),
    }),
    history: JSON.parse(buildRequestHistoryJson(e.app, request.id, visibility)),
    ...(delivery && { delivery }),
    ...(outsideSignatures.length > 0 && { outsideSignatures }),
    unreadNotices: findUnreadNotices(e.app, caller, request.id),
    ...(showsEvidence(request, version) && { evidence: findEvidence(e.app, request.id) }),
    ...(revision > 0 && { sent: findSubmittedValues(e.app, request.id, revision - 1) }),
  }
  $apis.enrichRecord(e, request, 'reviewer')
  $apis.enrichRecord(e, version)
  return view
}

/** Returns whether the document of a request has an evidence page. */
const showsEvidence = (request: core.Record, version: core.Record) =>
  request.getString('status') === 'approved' &&
  parseStoredJson<FormatPaperSettings>(version.getString('paper'), {}).evidence === true
