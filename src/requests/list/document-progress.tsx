import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import { callerCountsQuery } from '../../session/counts-query.ts'
import { Progress } from '../../ui/progress.tsx'
import { pendingDocumentCountQuery } from '../queries.ts'

/** Progress is hidden up to this number of documents, because so few finish before the user could read it. */
const maxShown = 5

/** Progress of the document generation in the background; hidden if none is running. */
export function DocumentProgress() {
  const isUnderway = useQuery(callerCountsQuery).data?.documentsUnderway === true
  const { data } = useQuery({ ...pendingDocumentCountQuery, enabled: isUnderway })
  const pending = (isUnderway && data?.pending) || 0
  // Total for the progress bar: the most pending documents seen since the count was last zero.
  const [most, setMost] = useState(0)
  const now = pending === 0 ? 0 : Math.max(most, pending)
  if (now !== most) setMost(now)
  if (now <= maxShown) return null
  return (
    <Progress
      label="Se están generando los documentos de las solicitudes aprobadas."
      value={now - pending}
      max={now}
      detail={`${formatNumber(now - pending)} de ${formatCount(now, 'documento', 'documentos')}`}
    />
  )
}
