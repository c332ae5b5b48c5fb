import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { maxUnsentFileBytes, maxUnsubmittedFiles } from '../../domain/attachments/attachment.ts'
import type { Field } from '../../domain/fields/field.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { formatCount, formatFileSize, formatNumber } from '../../lib/number-format.ts'
import type { AmbiguousFileName } from '../../sheets/validation/row-files.ts'
import type { FileProblemKind, FileReportCounts } from '../../sheets/worker/converted-sheet.ts'
import { formatCellError } from '../../sheets/writing/cell-messages.ts'
import { getColumnLabel } from '../../sheets/writing/template-columns.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Pagination } from '../../ui/data/pagination.tsx'
import { FormField, Select } from '../../ui/form/form-field.tsx'
import { Panel, Stack } from '../../ui/page/layout.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import type { RowEditor } from '../rows/row-editor.ts'
import { FileUploadProgressBar } from '../sending/file-upload-progress-bar.tsx'
import type { FileUploader } from '../sending/file-uploader.ts'
import { type DroppedFileStore, FileDropZone, LostFilesNotice } from './file-drop-zone.tsx'

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
        {gone > 0 && <LostFilesNotice count={gone} advice=": vuelva a soltar la carpeta" />}
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

interface ListsProps {
  editor: RowEditor
  report: FileReportCounts
  fields: readonly Field[]
  fileName: string
}

interface FileProblemLine {
  /** Label of the row and field that contain the file name; empty for an unused file. */
  place: string
  name: string
  why: string
}

const lists = ['missing', 'refused', 'leftOver'] as const
const names = { missing: 'Faltan', refused: 'No se aceptan', leftOver: 'Sobran' } as const
const empty = {
  missing: 'No falta ningún archivo.',
  refused: 'Ningún archivo de las filas se rechazó.',
  leftOver: 'Todos los archivos son de alguna fila.',
} as const
const advice = {
  missing: 'Suéltelos aquí, o corrija el nombre en la tabla. Sus filas se pueden enviar al lote y completar después.',
  refused: 'Cámbielos por otros y suéltelos de nuevo con el mismo nombre, o corrija la fila en la tabla.',
  leftOver: 'Ninguna fila los nombra: no se envían. Si hacen falta, escriba su nombre en la fila que corresponda.',
} as const
const perPage = 10

function FileProblemLists({ editor, report, fields, fileName }: ListsProps) {
  const [chosen, setChosen] = useState<FileProblemKind>()
  const [page, setPage] = useState(1)
  const [lines, setLines] = useState<FileProblemLine[]>([])
  const list = chosen ?? lists.find((one) => report[one] > 0) ?? 'missing'
  const here = Math.min(page, Math.max(1, Math.ceil(report[list] / perPage)))
  useEffect(() => {
    let left = false
    loadLines(editor, report, list, fields, (here - 1) * perPage, here * perPage).then(
      (found) => left || setLines(found),
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [editor, report, list, fields, here])

  async function download() {
    for (let from = 0; from < report[list]; from += 1_000) {
      const some = await loadLines(editor, report, list, fields, from, from + 1_000)
      await editor.reading.collectRows(some.map(({ place, name, why }) => [place, name, why]))
    }
    const headers = ['Fila', 'Archivo', 'Problema']
    const file = await editor.reading.writeCollectedRows('xlsx', names[list], headers)
    downloadFile(file, `${fileName.replace(/\.[^.]{1,5}$/, '')} - archivos que ${verbs[list]}.xlsx`)
  }
  return (
    <Tabs
      label="Archivos por revisar"
      tabs={lists.map((id) => ({ id, label: names[id], count: formatNumber(report[id]) }))}
      value={list}
      onChange={(id) => {
        setChosen(id)
        setPage(1)
      }}
    >
      {report[list] === 0 ? (
        <p className="text-secondary">{empty[list]}</p>
      ) : (
        <Stack gap={2}>
          <p className="text-secondary">{advice[list]}</p>
          <ul aria-label={names[list]}>
            {lines.map(({ place, name, why }) => (
              <li key={`${place} ${name} ${why}`}>
                {place && <strong>{place}: </strong>}
                {name} {why && <span className="text-secondary">{why}</span>}
              </li>
            ))}
          </ul>
          {report[list] > perPage && (
            <Pagination page={here} perPage={perPage} totalItems={report[list]} onPage={setPage} />
          )}
          <div>
            <Button size="s" icon="download" onClick={() => void download()}>
              Descargar la lista
            </Button>
          </div>
        </Stack>
      )}
    </Tabs>
  )
}

const verbs = { missing: 'faltan', refused: 'no se aceptan', leftOver: 'sobran' } as const

async function loadLines(
  { reading }: RowEditor,
  report: FileReportCounts,
  list: FileProblemKind,
  fields: readonly Field[],
  from: number,
  to: number,
): Promise<FileProblemLine[]> {
  const found = await reading.getFileProblems(list, from, Math.min(to, report[list]))
  return found.map(({ row, key = '', name, size, code }) => ({
    place: row === undefined ? '' : `Fila ${row} · ${getColumnLabel(key, fields)}`,
    name: size === undefined ? name : `${name} (${formatFileSize(size)})`,
    why: code ? formatCellError(key, code, fields, name) : '',
  }))
}
