import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countOf } from '../../lib/count.ts'
import { momentOf } from '../../lib/when.ts'
import { Notice } from '../../ui/notice.tsx'
import { earlierBatch } from '../queries.ts'

interface Props {
  format: string
  hash: string
  /** The batch to which the rows of this very file are being sent. */
  own: string | null
}

/** The same file was loaded before: said before the work; the server says it again, of others' batches as well. */
export function EarlierNotice({ format, hash, own }: Props) {
  const { data: earlier } = useQuery(earlierBatch(format, hash))
  if (!earlier || earlier.id === own) return null
  return (
    <Notice tone="warning" live title="Este archivo ya se cargó para este formato">
      {`Fue el ${momentOf(earlier.created)}, con ${countOf(earlier.total, 'fila', 'filas')}, en el lote `}
      <Link to="/app/request/batch/$batchId" params={{ batchId: earlier.id }}>
        {earlier.number}
      </Link>
      . Si lo crea otra vez, cada fila tendrá dos solicitudes.
    </Notice>
  )
}
