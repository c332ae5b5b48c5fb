import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { printed } from '../domain/documents/document.ts'
import { documentKindOf } from '../domain/documents/document-kind.ts'
import type { Values } from '../domain/fields/field.ts'
import type { FormatVersion } from '../domain/formats/format.ts'
import type { RequestView } from '../domain/requests/request-view.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { useUser } from '../session/use-user.ts'
import { DocumentPreview } from './document-preview.tsx'
import { annulledOn, approvalOf, letterheadById, letterheadOf, sheetDate, signaturePictures } from './letterhead.ts'
import { optionalKeys } from './optional.ts'
import type { SeenRequest } from './queries.ts'
import { completeValues } from './shown.ts'
import { sketchOf } from './sketch.ts'

interface Props {
  request: SeenRequest
  format: RequestView['format']
  version: FormatVersion
  settings: Settings | undefined
  /** Name of whoever asks. */
  owner: string
  /** What deciders filled, as far as it may be seen. */
  filled?: Values | undefined
}

/** The document of a stored request, as it is or would be made. */
export function RequestPaper(props: Props) {
  const { request, version } = props
  const { status } = request
  const me = useUser()
  // Before the decision only administrators and deciders see scanned signatures.
  const mayPreview = status === 'submitted' && (me.role === '_admin' || me.id !== request.owner)
  const hasPictures = version.signatures.length > 0 && (status === 'approved' || mayPreview)
  const { data: pictures } = useQuery(signaturePictures(request.id, hasPictures))
  return <SignedPaper {...props} pictures={pictures} />
}

interface SignedProps extends Props {
  /** Scanned signatures by the id of their signer. */
  pictures: RequestView['signatures'] | undefined
}

/** The same document with the scanned signatures that were read already. */
export function SignedPaper({ request, format, version, settings, owner, filled, pictures }: SignedProps) {
  const { values, status, signers } = request
  const { data: letterhead } = useQuery(letterheadById(status === 'approved' ? request.letterhead : ''))
  const heads = letterhead ?? settings
  const organisation = useMemo(() => letterheadOf(heads), [heads])
  const decided = sheetDate(request, heads)
  const isApprovedAtOnce = !format.requiresReview
  const sketch = useMemo(() => {
    const complete = completeValues(version.fields, values)
    const signed = status === 'approved' ? signers : null
    const isWaiting = status === 'submitted'
    const said = { version, values: complete, filled, organisation, owner, decided }
    const drawn = sketchOf({ ...said, isWaiting, isApprovedAtOnce, signed, pictures })
    const isOpen = status === 'draft' || status === 'returned'
    return isOpen ? drawn : { ...drawn, blocks: printed(drawn.blocks) }
  }, [version, values, filled, status, signers, organisation, owner, decided, isApprovedAtOnce, pictures])
  const optional = useMemo(() => optionalKeys(version.fields, values), [version.fields, values])
  return (
    <DocumentPreview
      format={format.name}
      number={request.documentNumber || null}
      code={request.checkCode}
      kind={documentKindOf(request)}
      annulledOn={annulledOn(request, heads)}
      annulReason={version.paper?.hidesAnnulReason ? '' : request.reason}
      approval={approvalOf(request, version, heads)}
      {...sketch}
      optional={optional}
    />
  )
}
