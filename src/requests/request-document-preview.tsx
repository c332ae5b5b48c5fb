import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { removeEmptyValues } from '../domain/documents/document.ts'
import { getDocumentKind } from '../domain/documents/document-kind.ts'
import type { Values } from '../domain/fields/field.ts'
import type { FormatVersion } from '../domain/formats/format.ts'
import type { RequestView } from '../domain/requests/request-view.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { useUser } from '../session/use-user.ts'
import { DocumentPreview } from './document-preview.tsx'
import { addComputedValues } from './form-conversion.ts'
import {
  getAnnulmentDate,
  getApproval,
  getDocumentDate,
  letterheadQuery,
  signatureImagesQuery,
  toLetterhead,
} from './letterhead.ts'
import { listOptionalKeys } from './optional-fields.ts'
import { buildPreviewModel } from './preview-model.ts'
import type { ViewedRequest } from './queries.ts'

interface Props {
  request: ViewedRequest
  format: RequestView['format']
  version: FormatVersion
  settings: Settings | undefined
  owner: string
  /** Values of the approver fields that the user may see. */
  filled?: Values | undefined
}

/** Document of a stored request: as generated, or as it would be generated now. */
export function RequestDocumentPreview(props: Props) {
  const { request, version } = props
  const { status } = request
  const me = useUser()
  // Scanned signatures are visible before the decision only to administrators and approvers.
  const mayPreview = status === 'submitted' && (me.role === '_admin' || me.id !== request.owner)
  const hasPictures = version.signatures.length > 0 && (status === 'approved' || mayPreview)
  const { data: pictures } = useQuery(signatureImagesQuery(request.id, hasPictures))
  return <SignedDocumentPreview {...props} pictures={pictures} />
}

interface SignedProps extends Props {
  pictures: RequestView['signatures'] | undefined
}

/** Document of a stored request with scanned signatures that are already loaded. */
export function SignedDocumentPreview({ request, format, version, settings, owner, filled, pictures }: SignedProps) {
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
