import { useQuery } from '@tanstack/react-query'
import { batchCounts, documentsUrl, readyDocuments } from '../../../../batches/queries.ts'
import type { Batch } from '../../../../domain/batch.ts'
import { numberOf } from '../../../../lib/count.ts'
import { messageOf } from '../../../../lib/message.ts'
import { notify } from '../../../../lib/notify.ts'
import { Button } from '../../../../ui/button.tsx'

/** The documents that are made, as one ZIP that the browser streams to the disk. */
export function Documents({ batch, expectsMore }: { batch: Batch; expectsMore: boolean }) {
  const approved = useQuery(batchCounts(batch.id)).data?.approved ?? 0
  const before = useQuery(readyDocuments(batch.id, expectsMore)).data ?? 0
  const { data: ready = 0 } = useQuery(readyDocuments(batch.id, before < approved))
  if (approved === 0) return null
  return (
    <Button icon="download" disabled={ready === 0} onClick={() => void download(batch.id)}>
      {ready < approved ? `Documentos: ${numberOf(ready)} de ${numberOf(approved)}` : `Documentos (${numberOf(ready)})`}
    </Button>
  )
}

async function download(id: string) {
  try {
    location.assign(await documentsUrl(id))
  } catch (error) {
    notify.error(messageOf(error))
  }
}
