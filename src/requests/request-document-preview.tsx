import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { removeEmptyValues } from '../domain/documents/document.ts'
import { getDocumentKind } from '../domain/documents/document-kind.ts'
import { buildEvidenceBlocks } from '../domain/documents/evidence.ts'
import { addComputedValues } from '../domain/fields/computation.ts'
import type { RequestView } from '../domain/requests/request-view.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { getTimeZone } from '../domain/time/local-time.ts'
import { DocumentPreview } from './document-preview.tsx'
import { getAnnulmentDate, getApproval, getDocumentDate, letterheadQuery, toLetterhead } from './letterhead.ts'
import { listOptionalKeys } from './optional-fields.ts'
import { buildPreviewModel } from './preview-model.ts'

/** Document of a stored request: as generated, or as it would be generated now. */
export function RequestDocumentPreview({ opened, settings }: { opened: RequestView; settings: Settings | undefined }) {
  const { request, format, version } = opened
  const { values, status } = request
  const { data: letterhead } = useQuery(letterheadQuery(status === 'approved' ? request.letterhead : ''))
  const heads = letterhead ?? settings
  const organisation = useMemo(() => toLetterhead(heads), [heads])
  const decided = getDocumentDate(request, heads)
  const zone = getTimeZone(heads ?? {})
  const sketch = useMemo(
    () => buildRequestPreview({ opened, organisation, decided, zone }),
    [opened, organisation, decided, zone],
  )
  const optional = useMemo(() => listOptionalKeys(version.fields, values), [version.fields, values])
  return (
    <DocumentPreview
      format={format.name}
      number={request.documentNumber || null}
      code={request.checkCode}
      kind={getDocumentKind(request)}
      annulledOn={getAnnulmentDate(request, heads)}
      annulReason={version.paper?.hidesAnnulReason ? '' : request.reason}
      approval={getApproval(request, heads)}
      {...sketch}
      optional={optional}
    />
  )
}

interface RequestDocumentSource {
  opened: RequestView
  organisation: ReturnType<typeof toLetterhead>
  /** Date of the decision, or today: `YYYY-MM-DD`. */
  decided: string
  /** Time zone of the organisation. */
  zone: string
}

/** Builds the content of the document of a stored request. Documents that are not open for changes have no empty values. */
function buildRequestPreview({ opened, organisation, decided, zone }: RequestDocumentSource) {
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
    ...(opened.evidence && { evidence: buildEvidenceBlocks(opened.evidence, zone) }),
    pictures,
  })
  const isOpen = status === 'draft' || status === 'returned'
  return isOpen ? preview : { ...preview, blocks: removeEmptyValues(preview.blocks) }
}
