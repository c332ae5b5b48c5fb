import type { DocumentSeal } from '../../domain/documents/signer-output.ts'
import { appendPeriod, formatDateTime } from '../../lib/date-format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Cluster } from '../../ui/page/layout.tsx'

interface Props {
  seal: DocumentSeal
  /** Requests a new document; `undefined` if the user may not request one. */
  onRegenerate?: (() => void) | undefined
}

/** Holder of the seal and time of its timestamp; if the timestamp is missing, a button that seals the document again. */
export function SealNote({ seal: { holder, stampedAt, lacksTimestamp }, onRegenerate }: Props) {
  if (!lacksTimestamp)
    return (
      <p>
        {appendPeriod(
          `Sellado por ${holder}${stampedAt && `, con estampa de tiempo del ${formatDateTime(stampedAt)}`}`,
        )}
      </p>
    )
  return (
    <>
      <p>Sellado por {holder}, sin estampa de tiempo: el servicio no respondió.</p>
      {onRegenerate && (
        <Cluster>
          <Button icon="refresh" onClick={onRegenerate}>
            Sellar de nuevo
          </Button>
        </Cluster>
      )}
    </>
  )
}
