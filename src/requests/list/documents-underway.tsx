import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf, numberOf } from '../../lib/count.ts'
import { counts } from '../../session/counts.ts'
import { Progress } from '../../ui/progress.tsx'
import { pendingDocuments } from '../queries.ts'

/** A few are made before one could read of them. */
const few = 5

/** How far the documents are that are made in the background; nothing where none are. */
export function DocumentsUnderway() {
  const isUnderway = useQuery(counts).data?.documentsUnderway === true
  const { data } = useQuery({ ...pendingDocuments, enabled: isUnderway })
  const pending = (isUnderway && data?.pending) || 0
  // As many as were seen to wait since there were none.
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
