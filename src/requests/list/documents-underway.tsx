import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf, numberOf } from '../../lib/count.ts'
import { counts } from '../../session/counts.ts'
import { Progress } from '../../ui/progress.tsx'
import { pendingDocumentCountQuery } from '../queries.ts'

/** Progress is hidden up to this number of documents, because so few finish before the user could read it. */
const few = 5

/** Progress of the document generation in the background; hidden if none is running. */
export function DocumentsUnderway() {
  const isUnderway = useQuery(counts).data?.documentsUnderway === true
  const { data } = useQuery({ ...pendingDocumentCountQuery, enabled: isUnderway })
  const pending = (isUnderway && data?.pending) || 0
  // Total for the progress bar: the most pending documents seen since the count was last zero.
  const [most, setMost] = useState(0)
  const now = pending === 0 ? 0 : Math.max(most, pending)
  if (now !== most) setMost(now)
  if (now <= few) return null
  return (
    <Progress
      label="Se están generando los documentos de las solicitudes aprobadas."
      value={now - pending}
      max={now}
      detail={`${numberOf(now - pending)} de ${countOf(now, 'documento', 'documentos')}`}
    />
  )
}
