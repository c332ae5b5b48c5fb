import { useEffect, useRef, useState } from 'react'
import { describeError } from '../../lib/api-error.ts'
import { getToday } from '../../lib/date-format.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { notify } from '../../lib/notify.ts'
import { formatNumber } from '../../lib/number-format.ts'
import type { ExportFileType } from '../../sheets/writing/result-table.ts'
import { Button, IconButton } from '../../ui/actions/button.tsx'
import { Menu } from '../../ui/actions/menu.tsx'
import { Progress } from '../../ui/data/progress.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useIsNarrowScreen } from '../../ui/use-media-query.ts'
import { formatRequestCount } from '../action-result.ts'
import type { RequestListSearchParams } from '../list-search.ts'

interface Props {
  search: RequestListSearchParams
  total: number
  /** True if the list includes the requests of all users. */
  ofEverybody: boolean
}

/** Number of rows from which progress is shown; exporting fewer rows takes too little time. */
const confirmAbove = 400

/** Button that exports the filtered list with its values as a spreadsheet. */
export function ExportButton({ search, total, ofEverybody }: Props) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const stop = useRef<AbortController>(null)
  const isNarrow = useIsNarrowScreen()
  // Cancels the export if the user leaves the list or signs out.
  useEffect(() => () => stop.current?.abort(), [])

  async function run(kind: ExportFileType) {
    if (progress) return
    const control = new AbortController()
    stop.current = control
    setProgress({ done: 0, total })
    try {
      const { exportRequestList } = await import('./export-request-list.ts')
      const onProgress = (done: number, all: number) => setProgress({ done, total: all })
      const file = await exportRequestList({
        search,
        kind,
        withReviewer: ofEverybody,
        onProgress,
        signal: control.signal,
      })
      control.signal.throwIfAborted()
      downloadFile(file, `solicitudes-${getToday()}.${kind}`)
      notify.success('Lista exportada.')
    } catch (error) {
      if (!control.signal.aborted) notify.error(describeError(error))
    } finally {
      setProgress(null)
    }
  }

  return (
    <>
      <Menu
        trigger={
          isNarrow ? (
            <IconButton icon="download" label="Exportar" disabled={total === 0 || progress !== null} />
          ) : (
            <Button icon="download" disabled={total === 0} pending={progress !== null}>
              Exportar
            </Button>
          )
        }
        items={[
          { label: 'Libro de Excel (.xlsx)', icon: 'sheet', onSelect: () => void run('xlsx') },
          { label: 'CSV para Excel (.csv)', icon: 'file', onSelect: () => void run('csv') },
        ]}
      />
      <Dialog
        open={progress !== null && progress.total > confirmAbove}
        onClose={() => stop.current?.abort()}
        title={`Exportando ${formatRequestCount(progress?.total ?? 0)}`}
        size="s"
        footer={<Button onClick={() => stop.current?.abort()}>Detener</Button>}
      >
        <Progress
          label="Escribiendo el archivo"
          value={progress?.done ?? 0}
          max={progress?.total ?? 1}
          detail={`${formatNumber(progress?.done ?? 0)} de ${formatNumber(progress?.total ?? 0)}`}
        />
      </Dialog>
    </>
  )
}
