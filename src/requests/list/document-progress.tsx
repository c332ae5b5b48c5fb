import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import { userTaskCountsQuery } from '../../session/counts-query.ts'
import { Progress } from '../../ui/data/progress.tsx'
import { pendingDocumentCountQuery } from '../queries.ts'

/** Maximum number of documents for which no progress is shown, because they take little time. */
const maxShown = 5

/** Progress of the document generation in the background; hidden if none is running. */
export function DocumentProgress() {
  const isUnderway = useQuery(userTaskCountsQuery).data?.documentsUnderway === true
  const { data } = useQuery({ ...pendingDocumentCountQuery, enabled: isUnderway })
  const pending = (isUnderway && data?.pending) || 0
  // Length of the progress bar: the largest number of pending documents since there were none.
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
