import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Batch } from '../../domain/batches/batch-output.ts'
import type { Field, ValidationContext, Values } from '../../domain/fields/field.ts'
import { describeError } from '../../lib/api-error.ts'
import { formatNumber } from '../../lib/number-format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { ErrorState, Notice, Skeleton } from '../../ui/state/screen-states.tsx'
import { RowFilesPanel } from '../files/row-files-panel.tsx'
import type { JoinableList } from '../list-joins.ts'
import { getRowStatuses, warningRowCountQuery } from '../queries.ts'
import type { ErrorWorkbookOptions } from '../rows/error-workbook-panel.tsx'
import { RowsView } from '../rows/rows-view.tsx'
import { maxCorrectionRows, openRowCorrection, type RowCorrection } from './row-correction.ts'

interface Props {
  batch: Batch
  fields: readonly Field[]
  context: ValidationContext
  /** Lists of the organisation that fill fields of the format; only lists that the user can read. */
  lists: readonly JoinableList[]
  readOnly: boolean
  preview: (row: { row: number; values: Values }, onClose: () => void) => ReactNode
}

/** Grid of a batch's rows in error, corrected singly, in bulk or in a workbook. Each change is saved immediately. */
export function RowCorrectionPanel({ batch, fields, context, lists, readOnly, preview }: Props) {
  const [mending, setMending] = useState<RowCorrection | null>(null)
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const warned = useQuery(warningRowCountQuery(batch.id)).data
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads the rows on each retry
  useEffect(() => {
    let opened: RowCorrection | null = null
    let left = false
    openRowCorrection(batch.id, fields, context, readOnly ? [] : (batch.joined ?? []), lists).then(
      (ready) => {
        opened = ready
        if (left) ready.close()
        else setMending(ready)
      },
      (error) => setFailure(describeError(error)),
    )
    return () => {
      left = true
      opened?.close()
    }
  }, [batch.id, fields, context, attempt, readOnly])

  if (failure)
    return (
      <ErrorState
        message={failure}
        onRetry={() => {
          setFailure(undefined)
          setAttempt(attempt + 1)
        }}
      />
    )
  if (!mending) return <Skeleton lines={8} />
  return (
    <Stack gap={3}>
      {mending.cut && (
        <Notice>{`Se muestran las primeras ${formatNumber(maxCorrectionRows)} filas con errores. Corríjalas y vuelva a abrir el lote para ver las demás.`}</Notice>
      )}
      {mending.attaching && !readOnly && (
        <RowFilesPanel
          editor={mending.editor}
          {...mending.attaching}
          fields={fields}
          fileName={batch.fileName}
          note="Suben en cuanto se sueltan."
        />
      )}
      <RowsView
        editor={mending.editor}
        columns={mending.columns}
        fields={fields}
        book={createErrorWorkbookOptions(batch)}
        readOnly={readOnly}
        preview={preview}
        totals={{ all: batch.total, warnings: warned }}
        state={!readOnly && <SaveStatus saving={mending.saving} />}
      />
    </Stack>
  )
}

function createErrorWorkbookOptions(batch: Batch): ErrorWorkbookOptions {
  const { id, number, fileName, fileHash, format, formatVersion } = batch
  return {
    origin: { fileName, fileHash, format, formatVersion, batch: id, batchNumber: number },
    consequence: 'Se guardan en el lote en cuanto los acepte.',
    loadStatuses: (rows) => getRowStatuses(id, rows),
  }
}

const unsavedMessages = {
  saving: 'Todavía se guardan correcciones o archivos. Si sale ahora, se pierden. ¿Salir?',
  failed: 'Hay correcciones sin guardar. ¿Salir y perderlas?',
}

function SaveStatus({ saving }: { saving: RowCorrection['saving'] }) {
  const { state, message } = useStore(saving.store)
  useBlocker({
    async shouldBlockFn() {
      // Waits up to 1 s for the save before asking whether to leave, because only file uploads take longer.
      await Promise.race([saving.flush(), new Promise((soon) => setTimeout(soon, 1_000))])
      const now = saving.store.getState().state
      return now !== 'saved' && !window.confirm(unsavedMessages[now])
    },
    enableBeforeUnload: () => saving.store.getState().state !== 'saved',
  })
  if (state === 'failed')
    return (
      <Notice
        tone="danger"
        live
        action={
          <Button size="s" icon="refresh" onClick={() => void saving.save()}>
            Guardar de nuevo
          </Button>
        }
      >
        {message}
      </Notice>
    )
  return (
    <span className="text-tertiary" role="status">
      {state === 'saving' ? 'Guardando…' : 'Todo guardado'}
    </span>
  )
}
