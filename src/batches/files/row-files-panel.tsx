import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { maxUnsentFileBytes, maxUnsubmittedFiles } from '../../domain/attachments/attachment.ts'
import type { Field } from '../../domain/fields/field.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { formatCount, formatFileSize, formatNumber } from '../../lib/number-format.ts'
import type { AmbiguousFileName, FileProblem, FileReport } from '../../sheets/validation/row-files.ts'
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
  const [report, setReport] = useState<FileReport>()
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
        {report.given.count + report.missing.length > 0 && (
          <FileProblemLists editor={editor} report={report} fields={fields} fileName={fileName} />
        )}
      </Stack>
    </Panel>
  )
}

function formatFileStatus({ rows: { naming, complete } }: FileReport): string {
  if (naming === 0) return 'Ninguna fila nombra archivos.'
  if (naming === complete)
    return naming === 1 ? 'La fila tiene sus archivos.' : `Las ${formatNumber(naming)} filas tienen sus archivos.`
  return `${formatNumber(complete)} de ${formatCount(naming, 'fila tiene', 'filas tienen')} sus archivos.`
}

const formatTotalSize = ({ uses }: FileReport) =>
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
  report: FileReport
  fields: readonly Field[]
  fileName: string
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
  const [chosen, setChosen] = useState<(typeof lists)[number]>()
  const [page, setPage] = useState(1)
  const list = chosen ?? lists.find((one) => report[one].length > 0) ?? 'missing'
  const problems = report[list]
  const here = Math.min(page, Math.max(1, Math.ceil(problems.length / perPage)))
  const lines = problems.slice((here - 1) * perPage, here * perPage).map((problem) => toCells(problem, fields))

  async function download() {
    await editor.reading.collectRows(problems.map((problem) => toCells(problem, fields)))
    const headers = ['Fila', 'Archivo', 'Problema']
    const file = await editor.reading.writeCollectedRows('xlsx', names[list], headers)
    downloadFile(file, `${fileName.replace(/\.[^.]{1,5}$/, '')} - archivos que ${verbs[list]}.xlsx`)
  }
  return (
    <Tabs
      label="Archivos por revisar"
      tabs={lists.map((id) => ({ id, label: names[id], count: formatNumber(report[id].length) }))}
      value={list}
      onChange={(id) => {
        setChosen(id)
        setPage(1)
      }}
    >
      {problems.length === 0 ? (
        <p className="text-secondary">{empty[list]}</p>
      ) : (
        <Stack gap={2}>
          <p className="text-secondary">{advice[list]}</p>
          <ul aria-label={names[list]}>
            {lines.map(([place, name, why]) => (
              <li key={`${place} ${name} ${why}`}>
                {place && <strong>{place}: </strong>}
                {name} {why && <span className="text-secondary">{why}</span>}
              </li>
            ))}
          </ul>
          {problems.length > perPage && (
            <Pagination page={here} perPage={perPage} totalItems={problems.length} onPage={setPage} />
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

/** Returns the place, the name and the reason of a problem. The place is empty for a file that no row names. */
function toCells({ row, key = '', name, size, code }: FileProblem, fields: readonly Field[]) {
  return [
    row === undefined ? '' : `Fila ${row} · ${getColumnLabel(key, fields)}`,
    size === undefined ? name : `${name} (${formatFileSize(size)})`,
    code ? formatCellError(key, code, fields, name) : '',
  ] as const
}
