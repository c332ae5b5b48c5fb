import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { removeEmptyValues } from '../domain/documents/document.ts'
import { getDocumentKind } from '../domain/documents/document-kind.ts'
import type { RequestView } from '../domain/requests/request-view.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { DocumentPreview } from './document-preview.tsx'
import { addComputedValues } from './form-conversion.ts'
import { getAnnulmentDate, getApproval, getDocumentDate, letterheadQuery, toLetterhead } from './letterhead.ts'
import { listOptionalKeys } from './optional-fields.ts'
import { buildPreviewModel } from './preview-model.ts'

interface Props {
  opened: RequestView
  settings: Settings | undefined
}

/** Document of a stored request: as generated, or as it would be generated now. */
export function RequestDocumentPreview({ opened, settings }: Props) {
  const { request, format, version, signatures: pictures } = opened
  const owner = opened.route.ownerName
  const filled = opened.filled.values
  const { values, status, signers } = request
  const { data: letterhead } = useQuery(letterheadQuery(status === 'approved' ? request.letterhead : ''))
  const heads = letterhead ?? settings
  const organisation = useMemo(() => toLetterhead(heads), [heads])
  const decided = getDocumentDate(request, heads)
  const isApprovedAtOnce = !format.requiresReview
  const sketch = useMemo(() => {
    const complete = addComputedValues(version.fields, values)
    const signed = status === 'approved' ? signers : null
    const isWaiting = status === 'submitted'
    const said = { version, values: complete, filled, organisation, owner, decided }
    const drawn = buildPreviewModel({ ...said, isWaiting, isApprovedAtOnce, signed, pictures })
    const isOpen = status === 'draft' || status === 'returned'
    return isOpen ? drawn : { ...drawn, blocks: removeEmptyValues(drawn.blocks) }
  }, [version, values, filled, status, signers, organisation, owner, decided, isApprovedAtOnce, pictures])
  const optional = useMemo(() => listOptionalKeys(version.fields, values), [version.fields, values])
  return (
    <DocumentPreview
      format={format.name}
      number={request.documentNumber || null}
      code={request.checkCode}
      kind={getDocumentKind(request)}
      annulledOn={getAnnulmentDate(request, heads)}
      annulReason={version.paper?.hidesAnnulReason ? '' : request.reason}
      approval={getApproval(request, version, heads)}
      {...sketch}
      optional={optional}
    />
  )
}
