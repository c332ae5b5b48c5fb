import { useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import { getCellText } from '../../sheets/files/cell.ts'
import type { CorrectedCell, CorrectionDiff } from '../../sheets/validation/correction-diff.ts'
import { getCellLabel } from '../../sheets/writing/cell-messages.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Table } from '../../ui/table.tsx'
import {
  type ConflictResolution,
  countCorrectedRows,
  getRowConflictSide,
  groupCellsByRow,
  type RowConflictSide,
  selectCorrectedCells,
} from './conflict-resolution.ts'
import s from './correction-dialog.module.css'
import { formatUnknownColumns } from './correction-messages.ts'

interface Props {
  diff: CorrectionDiff
  /** Reasons why some rows of the workbook are ignored. */
  notes: readonly string[]
  fields: readonly Field[]
  /** Sentence about what applying the changes does. */
  consequence: string
  onApply: (cells: CorrectedCell[]) => void
  onClose: () => void
}

const maxShownRows = 50
const sides = [
  { value: 'page', label: 'Datos de la página' },
  { value: 'book', label: 'Datos del libro' },
] as const satisfies { value: RowConflictSide; label: string }[]

/** Preview of the changes in a corrected error workbook, before they are applied. The user resolves conflicts with changes made on the page. */
export function CorrectionDialog({ diff, notes, fields, consequence, onApply, onClose }: Props) {
  const [choice, setChoice] = useState<ConflictResolution>({ all: 'page', rows: {} })
  const cells = selectCorrectedCells(diff, choice)
  const count = countCorrectedRows(cells)
  const conflicts = groupCellsByRow(diff.conflicts)
  const rows = formatCount(count, 'fila', 'filas')
  const sentences = [...notes, ...(diff.strange.length > 0 ? [formatUnknownColumns(diff.strange)] : [])]
  return (
    <Dialog
      open
      onClose={onClose}
      title={count === 0 ? 'Ninguna fila cambia' : `¿Tomar del libro los cambios de ${rows}?`}
      description={count === 0 ? 'Todo se queda como está en la página.' : consequence}
      size="l"
      footer={
        <>
          <Button onClick={onClose}>Volver</Button>
          <Button variant="primary" disabled={count === 0} onClick={() => onApply(cells)}>
            {`Tomar ${rows}`}
          </Button>
        </>
      }
    >
      <Stack>
        {sentences.length > 0 && (
          <ul className={s.notes}>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        {conflicts.length > 0 && (
          <Stack gap={3}>
            <h3>{formatCount(conflicts.length, 'fila por decidir', 'filas por decidir')}</h3>
            <p>Cambiaron también en la página, o un programa pudo cambiarlas al guardar el libro.</p>
            <Cluster>
              {sides.map(({ value, label }) => (
                <Button key={value} size="s" onClick={() => setChoice({ all: value, rows: {} })}>
                  {`${label} en todas`}
                </Button>
              ))}
            </Cluster>
            <Table
              caption="Filas que cambiaron en la página y en el libro"
              rows={conflicts.slice(0, maxShownRows)}
              rowId={({ row }) => String(row)}
              columns={[
                { id: 'row', header: 'Fila', cell: ({ row }) => `Fila ${formatNumber(row)}`, card: 'title' },
                {
                  id: 'cells',
                  header: 'Página → libro',
                  cell: (each) => <CellChanges cells={each.cells} fields={fields} />,
                },
                {
                  id: 'side',
                  header: 'Queda',
                  cell: ({ row }) => (
                    <SegmentedControl
                      label={`Qué queda en la fila ${row}`}
                      name={`book-${row}`}
                      options={sides}
                      value={getRowConflictSide(choice, row)}
                      onChange={(side) => setChoice({ ...choice, rows: { ...choice.rows, [row]: side } })}
                    />
                  ),
                },
              ]}
            />
            {conflicts.length > maxShownRows && (
              <p>{formatMoreRows(conflicts.length - maxShownRows, 'sigue', 'siguen')} la opción elegida para todas.</p>
            )}
          </Stack>
        )}
        {diff.changes.length > 0 && (
          <Stack gap={3}>
            <h3>
              {formatCount(
                countCorrectedRows(diff.changes),
                'fila corregida en el libro',
                'filas corregidas en el libro',
              )}
            </h3>
            <ul className={s.changes}>
              {groupCellsByRow(diff.changes.slice(0, 4 * maxShownRows))
                .slice(0, maxShownRows)
                .map(({ row, cells }) => (
                  <li key={row}>
                    <strong>{`Fila ${formatNumber(row)}`}</strong>
                    <CellChanges cells={cells} fields={fields} />
                  </li>
                ))}
            </ul>
            {countCorrectedRows(diff.changes) > maxShownRows && (
              <p>{formatMoreRows(countCorrectedRows(diff.changes) - maxShownRows, 'cambia', 'cambian')} también.</p>
            )}
          </Stack>
        )}
      </Stack>
    </Dialog>
  )
}

function CellChanges({ cells, fields }: { cells: readonly CorrectedCell[]; fields: readonly Field[] }) {
  return (
    <ul>
      {cells.map(({ key, before, after }) => (
        <li key={key} className={s.cell}>
          {getCellLabel(key, fields)}: <CellText text={before} /> → <CellText text={getCellText(after)} />
        </li>
      ))}
    </ul>
  )
}

const maxShownChars = 200

function CellText({ text }: { text: string }) {
  if (text === '') return <em>vacía</em>
  return <q>{text.length > maxShownChars ? `${text.slice(0, maxShownChars)}…` : text}</q>
}

const formatMoreRows = (count: number, one: string, many: string) =>
  `Y ${formatCount(count, 'fila', 'filas')} más ${count === 1 ? one : many}`
