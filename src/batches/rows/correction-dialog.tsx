import { useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import { getCellText } from '../../sheets/files/cell.ts'
import type { CorrectedCell, CorrectionDiff } from '../../sheets/validation/correction-diff.ts'
import { getCellLabel } from '../../sheets/writing/cell-messages.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Checkbox } from '../../ui/form/form-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Cluster, Stack } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { formatUnknownColumns } from './correction-messages.ts'
import s from './rows-view.module.css'

interface Props {
  diff: CorrectionDiff
  /** Reasons why some rows of the workbook are ignored. */
  notes: readonly string[]
  fields: readonly Field[]
  consequence: string
  onApply: (cells: CorrectedCell[]) => void
  onClose: () => void
}

const maxShownRows = 50

/** Preview of the changes in a corrected error workbook, before they are applied. Of rows that changed on the page too, the user chooses which to take. */
export function CorrectionDialog({ diff, notes, fields, consequence, onApply, onClose }: Props) {
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set())
  const cells = [...diff.changes, ...diff.conflicts.filter(({ row }) => taken.has(row))]
  const count = countCorrectedRows(cells)
  const conflicts = groupCellsByRow(diff.conflicts)
  const changes = groupCellsByRow(diff.changes)
  const rows = formatCount(count, 'fila', 'filas')
  const sentences = [...notes, ...(diff.strange.length > 0 ? [formatUnknownColumns(diff.strange)] : [])]
  function take(row: number, isTaken: boolean) {
    const next = new Set(taken)
    if (isTaken) next.add(row)
    else next.delete(row)
    setTaken(next)
  }
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
          <Notice tone="neutral">
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        )}
        {conflicts.length > 0 && (
          <Stack gap={3}>
            <h3>{formatCount(conflicts.length, 'fila por decidir', 'filas por decidir')}</h3>
            <p>
              Cambiaron también en la página, o un programa pudo cambiarlas al guardar el libro. Marque las que se toman
              del libro.
            </p>
            <Cluster>
              <Button size="s" onClick={() => setTaken(new Set(conflicts.map(({ row }) => row)))}>
                Marcar todas
              </Button>
              <Button size="s" onClick={() => setTaken(new Set())}>
                No marcar ninguna
              </Button>
            </Cluster>
            {conflicts.slice(0, maxShownRows).map((each) => (
              <Checkbox
                key={each.row}
                label={<strong>{`Fila ${formatNumber(each.row)}`}</strong>}
                help={<CellChanges cells={each.cells} fields={fields} />}
                checked={taken.has(each.row)}
                onChange={(event) => take(each.row, event.target.checked)}
              />
            ))}
            {conflicts.length > maxShownRows && (
              <p>{`Y ${formatCount(conflicts.length - maxShownRows, 'fila', 'filas')} más: se toman solo con «Marcar todas».`}</p>
            )}
          </Stack>
        )}
        {changes.length > 0 && (
          <Stack gap={3}>
            <h3>{formatCount(changes.length, 'fila corregida en el libro', 'filas corregidas en el libro')}</h3>
            {changes.slice(0, maxShownRows).map((each) => (
              <p key={each.row}>
                <strong>{`Fila ${formatNumber(each.row)}`}</strong>
                <CellChanges cells={each.cells} fields={fields} />
              </p>
            ))}
            {changes.length > maxShownRows && (
              <p>{`Y ${formatCount(changes.length - maxShownRows, 'fila', 'filas')} más.`}</p>
            )}
          </Stack>
        )}
      </Stack>
    </Dialog>
  )
}

export const countCorrectedRows = (cells: readonly CorrectedCell[]) => new Set(cells.map(({ row }) => row)).size

function groupCellsByRow(cells: readonly CorrectedCell[]): { row: number; cells: CorrectedCell[] }[] {
  const rows = new Map<number, CorrectedCell[]>()
  for (const cell of cells) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell])
  return [...rows].map(([row, found]) => ({ row, cells: found }))
}

function CellChanges({ cells, fields }: { cells: readonly CorrectedCell[]; fields: readonly Field[] }) {
  return cells.map(({ key, before, after }) => (
    <span key={key} className={s.change}>
      {getCellLabel(key, fields)}: <CellText text={before} /> → <CellText text={getCellText(after)} />
    </span>
  ))
}

const maxShownChars = 200

function CellText({ text }: { text: string }) {
  if (text === '') return <em>vacía</em>
  return <q>{text.length > maxShownChars ? `${text.slice(0, maxShownChars)}…` : text}</q>
}
