import { useRef, useState } from 'react'
import { numberOf } from '../../lib/count.ts'
import { messageOf } from '../../lib/message.ts'
import { notify } from '../../lib/notify.ts'
import { save } from '../../lib/save-file.ts'
import { today } from '../../lib/when.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { ListSearch } from '../list-search.ts'
import { requestsOf } from '../outcome.ts'
import { exportCsv } from './export.ts'

/** The filtered list as a file that a spreadsheet opens. */
export function ExportButton({ search, total }: { search: ListSearch; total: number }) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const stop = useRef<AbortController>(null)

  async function run() {
    const control = new AbortController()
    stop.current = control
    setProgress({ done: 0, total })
    try {
      const file = await exportCsv(search, (done, all) => setProgress({ done, total: all }), control.signal)
      save(file, `solicitudes-${today()}.csv`)
      notify.success('Lista exportada.')
    } catch (error) {
      if (!control.signal.aborted) notify.error(messageOf(error))
    } finally {
      setProgress(null)
    }
  }

  return (
    <>
      <Button icon="download" disabled={total === 0} onClick={() => void run()}>
        Exportar
      </Button>
      <Dialog
        open={progress !== null && progress.total > 400}
        onClose={() => stop.current?.abort()}
        title={`Exportando ${requestsOf(progress?.total ?? 0)}`}
        size="s"
        footer={<Button onClick={() => stop.current?.abort()}>Detener</Button>}
      >
        <Progress
          label="Leyendo la lista"
          value={progress?.done ?? 0}
          max={progress?.total ?? 1}
          detail={`${numberOf(progress?.done ?? 0)} de ${numberOf(progress?.total ?? 0)}`}
        />
      </Dialog>
    </>
  )
}
