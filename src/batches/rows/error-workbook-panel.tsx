import { useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { describeError } from '../../lib/api-error.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { formatCount } from '../../lib/number-format.ts'
import { FileReadError } from '../../sheets/files/file-read-error.ts'
import type { WorkbookOrigin } from '../../sheets/files/row-stamp.ts'
import type { CorrectedCell, CorrectionDiff } from '../../sheets/validation/correction-diff.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { CorrectionDialog, countCorrectedRows } from './correction-dialog.tsx'
import {
  formatChangedMessage,
  formatIgnoredRows,
  formatUnknownColumns,
  formatWorkbookRejection,
  removeClosedRows,
} from './correction-messages.ts'
import type { RowEditor } from './row-editor.ts'

/** Metadata that error workbooks contain, and the data needed to apply a corrected workbook. */
export interface ErrorWorkbookOptions {
  origin: WorkbookOrigin
  consequence: string
  /** Loads the current status of rows from the server, because the open page may be outdated. */
  loadStatuses?: Parameters<typeof removeClosedRows>[1]
}

interface Props {
  editor: RowEditor
  fields: readonly Field[]
  count: number
  place: ErrorWorkbookOptions
}

type ResultMessage = { tone: 'danger' | 'info' | 'success'; sentences: string[] }

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function ErrorWorkbookPanel({ editor, fields, count, place }: Props) {
  const [busy, setBusy] = useState<'out' | 'in' | null>(null)
  const [message, setMessage] = useState<ResultMessage>()
  const [pending, setPending] = useState<{ diff: CorrectionDiff; notes: string[] }>()
  const { origin } = place

  async function download() {
    setBusy('out')
    try {
      const book = await editor.reading.writeErrorWorkbook(origin)
      downloadFile(new Blob([book], { type: xlsx }), `${removeExtension(origin.fileName)} - errores.xlsx`)
    } finally {
      setBusy(null)
    }
  }
  async function compareWorkbook(file: File) {
    setBusy('in')
    setMessage(undefined)
    try {
      const found = await editor.compareErrorWorkbook(file, origin)
      if ('refused' in found)
        return setMessage({ tone: 'danger', sentences: [formatWorkbookRejection(found, origin.fileName)] })
      const { diff, untaken } = await removeClosedRows(found, place.loadStatuses ?? (async () => new Map()))
      const notes = formatIgnoredRows(untaken)
      if (diff.otherVersion) notes.unshift(formatChangedMessage)
      if (diff.changes.length + diff.conflicts.length > 0) return setPending({ diff, notes })
      if (diff.strange.length > 0) notes.push(formatUnknownColumns(diff.strange))
      setMessage({ tone: 'info', sentences: ['El libro no cambia ninguna fila.', ...notes] })
    } catch (error) {
      const sentence = error instanceof FileReadError ? error.message : describeError(error)
      setMessage({ tone: 'danger', sentences: [sentence] })
    } finally {
      setBusy(null)
    }
  }
  async function applyCells(cells: CorrectedCell[], notes: string[]) {
    setPending(undefined)
    await editor.applyCorrectedCells(cells)
    const taken = `${formatCount(countCorrectedRows(cells), 'fila tomada', 'filas tomadas')} del libro corregido.`
    setMessage({ tone: 'success', sentences: [taken, ...notes] })
  }
  return (
    <Stack gap={3}>
      <p>
        Descargue solo las filas con errores, corríjalas en Excel y suelte aquí el mismo libro. La columna «Fila»
        identifica cada una. Verá los cambios antes de aplicarlos.
      </p>
      {count > 0 && (
        <div>
          <Button size="s" icon="download" pending={busy === 'out'} onClick={() => void download()}>
            {`Descargar ${formatCount(count, 'fila', 'filas')}`}
          </Button>
        </div>
      )}
      <FileDrop
        label="Suelte aquí el libro corregido"
        accept=".xlsx,.xlsm,.ods,.csv"
        busy={busy === 'in'}
        onFile={(file) => void compareWorkbook(file)}
      />
      {message && (
        <Notice tone={message.tone} live>
          {message.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {pending && (
        <CorrectionDialog
          {...pending}
          fields={fields}
          consequence={place.consequence}
          onApply={(cells) => void applyCells(cells, pending.notes)}
          onClose={() => setPending(undefined)}
        />
      )}
    </Stack>
  )
}

function removeExtension(name: string): string {
  return name.replace(/\.[^.]{1,5}$/, '')
}
