import { removeEmptyValues } from '../domain/documents/document.ts'
import { addComputedValues } from '../domain/fields/computation.ts'
import type { RequestView } from '../domain/requests/request-view.ts'
import type { toLetterhead } from './letterhead.ts'
import { buildPreviewModel } from './preview-model.ts'

interface RequestDocumentSource {
  opened: RequestView
  organisation: ReturnType<typeof toLetterhead>
  /** Date of the decision, or today: `YYYY-MM-DD`. */
  decided: string
}

/** Builds the content of the document of a stored request. Documents that are not open for changes have no empty values. */
export function buildRequestPreview({ opened, organisation, decided }: RequestDocumentSource) {
  const { request, format, version, signatures: pictures, filled, route } = opened
  const { values, status, signers } = request
  const preview = buildPreviewModel({
    version,
    values: addComputedValues(version.fields, values),
    filled: filled.values,
    organisation,
    owner: route.ownerName,
    decided,
    isWaiting: status === 'submitted',
    isApprovedAtOnce: !format.requiresReview,
    signed: status === 'approved' ? signers : null,
    pictures,
  })
  const isOpen = status === 'draft' || status === 'returned'
  return isOpen ? preview : { ...preview, blocks: removeEmptyValues(preview.blocks) }
}
