import { useEffect, useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { formatFileSize } from '../../lib/file-size.ts'
import { formatNumber } from '../../lib/number-format.ts'
import type { FileProblemKind, FileReportCounts } from '../../sheets/worker/converted-sheet.ts'
import { formatCellError } from '../../sheets/writing/cell-messages.ts'
import { getColumnLabel } from '../../sheets/writing/template-columns.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Pagination } from '../../ui/data/pagination.tsx'
import { Stack } from '../../ui/page/stack.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import type { RowEditor } from '../rows/row-editor.ts'

interface Props {
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

export function FileProblemLists({ editor, report, fields, fileName }: Props) {
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
