import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { maxUnsentFileBytes, maxUnsubmittedFiles } from '../../domain/attachments/attachment.ts'
import type { Field } from '../../domain/fields/field.ts'
import { formatFileSize } from '../../lib/file-size.ts'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import type { AmbiguousFileName } from '../../sheets/validation/row-files.ts'
import type { FileReportCounts } from '../../sheets/worker/converted-sheet.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { Stack } from '../../ui/page/stack.tsx'
import { Notice } from '../../ui/state/notice.tsx'
import type { RowEditor } from '../rows/row-editor.ts'
import { FileUploadProgressBar } from '../sending/file-upload-progress-bar.tsx'
import type { FileUploader } from '../sending/file-uploader.ts'
import { type DroppedFileStore, FileDropZone } from './file-drop-zone.tsx'
import { FileProblemLists } from './file-problem-lists.tsx'

interface Props {
  editor: RowEditor
  dropped: DroppedFileStore
  fields: readonly Field[]
  fileName: string
  /** Sentence that explains when the files are uploaded. */
  note: string
  /** Uploader that sends dropped files immediately; missing before the batch is created. */
  sender?: FileUploader
}

export function RowFilesPanel({ editor, dropped, fields, fileName, note, sender }: Props) {
  const version = useStore(editor.store, (state) => state.version)
  const contents = useStore(dropped)
  const [report, setReport] = useState<FileReportCounts>()
  const [gone, setGone] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: recomputes the report after each change of the rows
  useEffect(() => {
    let left = false
    const read = async () => {
      const found = await editor.reading.getFileReport()
      const { ids } = await editor.reading.getNeededFiles(0)
      if (left) return
      setReport(found)
      setGone(ids.filter((id) => !contents.has(id)).length)
    }
    // Ignores the rejection when the user leaves the page, because the worker is then terminated.
    read().catch(() => undefined)
    return () => {
      left = true
    }
  }, [editor, version, contents])
  if (!report || (report.rows.naming === 0 && report.given.count === 0)) return null
  return (
    <Panel title="Archivos de las filas">
      <Stack gap={3}>
        <p role="status">
          <strong>{formatFileStatus(report)}</strong> {report.uses.count > 0 && `${formatTotalSize(report)} ${note}`}
        </p>
        {gone > 0 && (
          <Notice
            tone="warning"
            live
            title={`${gone === 1 ? 'Falta' : 'Faltan'} ${formatCount(gone, 'archivo', 'archivos')}: vuelva a soltar la carpeta`}
          >
            El navegador no guarda los archivos cuando se cierra la página. Los que ya subieron no se repiten.
          </Notice>
        )}
        {(report.uses.count > maxUnsubmittedFiles || report.uses.bytes > maxUnsentFileBytes) && (
          <Notice tone="warning" title="Hay demasiados archivos sin enviar">
            {`Se aceptan hasta ${formatNumber(maxUnsubmittedFiles)} archivos y ${formatFileSize(maxUnsentFileBytes)} en total. Descarte filas y envíelas en otro lote.`}
          </Notice>
        )}
        <FileDropZone
          dropped={dropped}
          onFiles={(files) => void editor.addFiles(files)}
          hasSome={report.given.count > 0}
        />
        {sender && <FileUploadProgressBar files={sender} />}
        <AmbiguousFileNames same={report.same} onChoose={(name, path) => void editor.chooseFile(name, path)} />
        {report.given.count + report.missing > 0 && (
          <FileProblemLists editor={editor} report={report} fields={fields} fileName={fileName} />
        )}
      </Stack>
    </Panel>
  )
}

function formatFileStatus({ rows: { naming, complete } }: FileReportCounts): string {
  if (naming === 0) return 'Ninguna fila nombra archivos.'
  if (naming === complete)
    return naming === 1 ? 'La fila tiene sus archivos.' : `Las ${formatNumber(naming)} filas tienen sus archivos.`
  return `${formatNumber(complete)} de ${formatCount(naming, 'fila tiene', 'filas tienen')} sus archivos.`
}

const formatTotalSize = ({ uses }: FileReportCounts) =>
  `${formatCount(uses.count, 'archivo', 'archivos')}, ${formatFileSize(uses.bytes)}.`

interface AmbiguousFileNamesProps {
  same: readonly AmbiguousFileName[]
  onChoose: (name: string, path: string) => void
}

/** Maximum number of questions. For further names, the user must write the folder before the file name in the rows. */
const maxQuestions = 10

function AmbiguousFileNames({ same, onChoose }: AmbiguousFileNamesProps) {
  if (same.length === 0) return null
  const open = same.filter(({ chosen }) => !chosen).length
  return (
    <Notice
      tone={open > 0 ? 'warning' : 'neutral'}
      live={open > 0}
      title={
        open > 0
          ? `${formatCount(open, 'nombre está', 'nombres están')} en varias carpetas: elija el archivo`
          : 'Nombres que están en varias carpetas'
      }
    >
      {same.slice(0, maxQuestions).map(({ name, paths, chosen, rows }) => (
        <FormField key={paths.join('\n')} label={`${name} (${formatCount(rows, 'fila', 'filas')})`}>
          <Select
            placeholder="Elija el archivo"
            options={paths.map((path) => ({ value: path, label: path }))}
            value={chosen}
            onChange={(event) => onChoose(name, event.target.value)}
          />
        </FormField>
      ))}
      <p>Si no es el mismo para todas las filas, escriba la carpeta en cada una: carpeta/nombre.pdf.</p>
    </Notice>
  )
}
