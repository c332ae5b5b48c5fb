import { useRef, useState } from 'react'
import type { Batch } from '../../domain/batches/batch-output.ts'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { describeError } from '../../lib/api-error.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { notify } from '../../lib/notify.ts'
import { formatNumber } from '../../lib/number-format.ts'
import type { ExportFileType } from '../../sheets/writing/result-table.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Menu } from '../../ui/actions/menu.tsx'
import { Progress } from '../../ui/data/progress.tsx'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { findBatchDraft } from '../import-drafts.ts'

interface Props {
  batch: Batch
  fields: readonly Field[]
  context: ValidationContext
  owner: string
}

/** Download button of the result file, with the result of each row. The file has the columns of the imported sheet if this browser stores it. */
export function BatchResultExport({ batch, fields, context, owner }: Props) {
  const [asking, setAsking] = useState<ExportFileType | null>(null)
  const [done, setDone] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const stop = useRef<AbortController>(null)

  async function make(kind: ExportFileType, how: 'kept' | 'format' | File) {
    const control = new AbortController()
    stop.current = control
    setRefusal(undefined)
    try {
      const draft = how === 'kept' ? await findBatchDraft(batch.id, owner) : how === 'format' ? null : { file: how }
      if (how === 'kept' && !draft) return setAsking(kind)
      setDone(0)
      const { createResultFromFile, createResultFromFormat } = await import('./batch-result-file.ts')
      const options = { batch, kind, fields, context, onProgress: setDone, signal: control.signal }
      const file = draft ? await createResultFromFile(options, draft) : await createResultFromFormat(options)
      if (typeof file === 'string') return setRefusal(file)
      downloadFile(file, `${batch.number}.${kind}`)
      setAsking(null)
    } catch (error) {
      if (!control.signal.aborted) notify.error(describeError(error))
    } finally {
      setDone(null)
    }
  }

  return (
    <>
      <Menu
        trigger={<Button icon="download">Exportar el resultado</Button>}
        items={[
          { label: 'Libro de Excel (.xlsx)', icon: 'sheet', onSelect: () => void make('xlsx', 'kept') },
          { label: 'CSV para Excel (.csv)', icon: 'file', onSelect: () => void make('csv', 'kept') },
        ]}
      />
      <Dialog
        open={asking !== null && done === null}
        onClose={() => setAsking(null)}
        title="¿Con qué columnas?"
        description="Este navegador no tiene el archivo original del lote."
        footer={<Button onClick={() => asking && void make(asking, 'format')}>Usar las columnas del formato</Button>}
      >
        <Stack gap={3}>
          <FileDrop
            label={`Suelte aquí «${batch.fileName}» para conservar sus columnas`}
            accept=".xlsx,.xlsm,.ods,.csv,.tsv,.txt"
            onFile={(file) => asking && void make(asking, file)}
          />
          {refusal && (
            <Notice tone="danger" live>
              {refusal}
            </Notice>
          )}
        </Stack>
      </Dialog>
      <Dialog
        open={done !== null}
        onClose={() => stop.current?.abort()}
        title="Preparando el resultado"
        size="s"
        footer={<Button onClick={() => stop.current?.abort()}>Detener</Button>}
      >
        <Progress
          label="Leyendo las filas"
          value={done ?? 0}
          max={Math.max(1, batch.total)}
          detail={`${formatNumber(done ?? 0)} de ${formatNumber(batch.total)}`}
        />
      </Dialog>
    </>
  )
}
