import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../lib/date-format.ts'
import { formatCount } from '../../lib/number-format.ts'
import { Notice } from '../../ui/notice.tsx'
import { previousBatchQuery } from '../queries.ts'

interface Props {
  format: string
  hash: string
  /** Id of the batch created from this import, which is not a duplicate; `null` before sending. */
  own: string | null
}

/**
 * Warning that the user already imported this file. The server compares the file with other users' batches when the
 * batch is created.
 */
export function DuplicateFileNotice({ format, hash, own }: Props) {
  const { data: earlier } = useQuery(previousBatchQuery(format, hash))
  if (!earlier || earlier.id === own) return null
  return (
    <Notice tone="warning" live title="Este archivo ya se cargó para este formato">
      {`Fue el ${formatDateTime(earlier.created)}, con ${formatCount(earlier.total, 'fila', 'filas')}, en el lote `}
      <Link to="/app/request/batch/$batchId" params={{ batchId: earlier.id }}>
        {earlier.number}
      </Link>
      . Si lo crea otra vez, cada fila tendrá dos solicitudes.
    </Notice>
  )
}
