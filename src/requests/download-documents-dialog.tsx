import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentPrintSummary } from '../domain/requests/request-output.ts'
import { describeError } from '../lib/api-error.ts'
import { notify } from '../lib/notify.ts'
import { formatCount, formatNumber } from '../lib/number-format.ts'
import { Button } from '../ui/actions/button.tsx'
import { Progress } from '../ui/data/progress.tsx'
import { Checkbox } from '../ui/form/form-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Stack } from '../ui/page/layout.tsx'
import { ErrorNotice, Notice } from '../ui/state/screen-states.tsx'
import { Spinner } from '../ui/state/spinner.tsx'
import { type DocumentSelection, documentPrintQuery, getDocumentsDownloadUrl } from './queries.ts'

export interface DownloadDocumentsProps {
  wanted: DocumentSelection
  onClose: () => void
}

/** Dialog that downloads the documents of many requests, as a ZIP or as one PDF for printing. */
export function DownloadDocumentsDialog({ wanted, onClose }: DownloadDocumentsProps) {
  const { data, error } = useQuery(documentPrintQuery(wanted))
  return (
    <Dialog onClose={onClose} title="Descargar documentos" footer={<Button onClick={onClose}>Cerrar</Button>}>
      {error ? (
        <ErrorNotice>{describeError(error)}</ErrorNotice>
      ) : data ? (
        <DownloadOptions wanted={wanted} documents={data} />
      ) : (
        <Spinner />
      )}
    </Dialog>
  )
}

function DownloadOptions({ wanted, documents }: { wanted: DocumentSelection; documents: DocumentPrintSummary }) {
  const { ready, pending, failed, hasSeals, parts } = documents
  const [twoSided, setTwoSided] = useState(false)
  const download = (options: Record<string, string>) => void startDownload(wanted, options)
  return (
    <Stack>
      {pending > 0 && (
        <Progress
          label="Algunos documentos aún se están generando y no van en la descarga."
          value={ready}
          max={ready + pending}
          detail={`${formatNumber(ready)} de ${formatCount(ready + pending, 'documento', 'documentos')}`}
        />
      )}
      {failed > 0 && (
        <Notice tone="warning">
          {`${formatCount(failed, 'documento no se pudo generar', 'documentos no se pudieron generar')} y no ${failed === 1 ? 'va' : 'van'} en la descarga.`}
        </Notice>
      )}
      {ready === 0 && <p>Ninguna de estas solicitudes tiene todavía su documento.</p>}
      {ready > 0 && (
        <Button icon="archive" onClick={() => download({ as: 'zip' })}>
          {`Un ZIP con ${formatCount(ready, 'archivo', 'archivos')}`}
        </Button>
      )}
      {ready > 0 && parts.length === 0 && (
        <p>Los genera un servicio externo: no se pueden unir en un solo PDF para imprimir.</p>
      )}
      {parts.map(({ first, last, documents: count }, index) => (
        <Button
          key={first}
          icon="file"
          onClick={() => download({ as: 'pdf', first, last, ...(twoSided && { sides: '2' }) })}
        >
          {parts.length === 1
            ? 'Un solo PDF para imprimir'
            : `PDF para imprimir: parte ${index + 1} de ${parts.length} (${formatNumber(count)})`}
        </Button>
      ))}
      {hasSeals && parts.length > 0 && (
        <p>Unidos en un PDF, los documentos pierden el sello electrónico. El ZIP lo conserva.</p>
      )}
      {parts.length > 0 && (
        <Checkbox
          checked={twoSided}
          onChange={(event) => setTwoSided(event.currentTarget.checked)}
          label="Para imprimir por ambas caras"
          help="Cada documento empieza en una hoja nueva."
        />
      )}
    </Stack>
  )
}

/** Starts the download with an `a[download]` element, so that an error response does not replace the page. */
async function startDownload(wanted: DocumentSelection, options: Record<string, string>) {
  try {
    Object.assign(document.createElement('a'), {
      href: await getDocumentsDownloadUrl(wanted, options),
      download: '',
    }).click()
  } catch (error) {
    notify.error(describeError(error))
  }
}
