import type { RowStatus } from '../../domain/batches/batch.ts'
import { normalizeLine } from '../../domain/text/text.ts'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import type { CorrectedCell, CorrectionDiff, IgnoredRowReason } from '../../sheets/validation/correction-diff.ts'
import type { WorkbookRejection } from '../../sheets/validation/sheet-with-row-stamps.ts'

/** Reason why a row of the error workbook is not applied. Some reasons are statuses of the row in its batch. */
type IgnoredRowCause = Exclude<IgnoredRowReason, 'absent'> | 'created' | 'closed' | 'unknown'

export interface IgnoredRow {
  row: number
  why: IgnoredRowCause
}

/** Removes from `diff` the rows that the batch no longer accepts, by their current status on the server. */
export async function removeClosedRows(
  diff: CorrectionDiff,
  loadStatuses: (rows: readonly number[]) => Promise<ReadonlyMap<number, RowStatus>>,
): Promise<{ diff: CorrectionDiff; untaken: IgnoredRow[] }> {
  const open = [...new Set([...diff.changes, ...diff.conflicts].map(({ row }) => row))]
  const asked = [...diff.untaken.flatMap(({ row, why }) => (why === 'absent' ? [row] : [])), ...open]
  const statuses = asked.length > 0 ? await loadStatuses(asked) : new Map<number, RowStatus>()
  const isSettled = (row: number) => {
    const status = statuses.get(row)
    return status === 'created' || status === 'discarded' || (status === 'valid' && diff.wrong.includes(row))
  }
  const getReason = (row: number) => statusReasons[statuses.get(row) ?? 'error']
  const isOpen = ({ row }: CorrectedCell) => !isSettled(row)
  return {
    diff: { ...diff, changes: diff.changes.filter(isOpen), conflicts: diff.conflicts.filter(isOpen) },
    untaken: [
      ...diff.untaken.map(({ row, why }): IgnoredRow => {
        if (why !== 'absent') return { row, why }
        return { row, why: statuses.has(row) ? getReason(row) : 'unknown' }
      }),
      ...open.filter(isSettled).map((row): IgnoredRow => ({ row, why: getReason(row) })),
    ],
  }
}

const statusReasons = { valid: 'good', created: 'created', discarded: 'discarded', error: 'closed' } as const

/** Returns the reason why a workbook is rejected. `here`: name of the open file. */
export function formatWorkbookRejection(
  { refused, from: { fileName, batchNumber } }: WorkbookRejection,
  here: string,
): string {
  const named = fileName === '' ? 'otro archivo' : `«${fileName}»`
  switch (refused) {
    case 'none':
      return 'Este libro no es el de errores: le faltan la columna «Fila» y su origen. Descárguelo de nuevo y corríjalo ahí.'
    case 'unmarked':
      return 'A este libro le falta su columna oculta «Origen». Descárguelo de nuevo y copie ahí sus correcciones.'
    case 'file':
      return `Este libro es de ${named}, no de «${here}». No se cambió nada.`
    case 'format':
      return `Este libro es de ${named}, pero de otro formato. No se cambió nada.`
    case 'batch':
      return `Este libro es de ${named} en otro lote${batchNumber === '' ? '' : ` (${batchNumber})`}. No se cambió nada.`
  }
}

const reasons: Record<IgnoredRowCause, readonly [one: string, many: string]> = {
  twice: ['está más de una vez en el libro: deje una', 'están más de una vez en el libro: deje una de cada una'],
  good: ['ya está bien y se queda como está', 'ya están bien y se quedan como están'],
  created: ['ya es una solicitud y no cambia', 'ya son solicitudes y no cambian'],
  discarded: ['está descartada: recupérela antes', 'están descartadas: recupérelas antes'],
  notGiven: ['no venía en este libro', 'no venían en este libro'],
  closed: ['no se muestra en esta página', 'no se muestran en esta página'],
  other: ['es de otro libro', 'son de otro libro'],
  unknown: ['no es de este archivo', 'no son de este archivo'],
  unnumbered: ['del libro no tiene número en «Fila»', 'del libro no tienen número en «Fila»'],
}
const named = 10

/** Returns one sentence per reason, with the first 10 row numbers: «2 filas ya son solicitudes y no cambian (3, 14).» */
export function formatIgnoredRows(untaken: readonly IgnoredRow[]): string[] {
  return (Object.keys(reasons) as IgnoredRowCause[]).flatMap((why) => {
    const rows = untaken.filter((each) => each.why === why).map(({ row }) => row)
    if (rows.length === 0) return []
    const list = rows.slice(0, named).map(formatNumber).join(', ')
    const reason = reasons[why][rows.length === 1 ? 0 : 1]
    return [`${formatCount(rows.length, 'fila', 'filas')} ${reason} (${list}${rows.length > named ? '…' : ''}).`]
  })
}

export const formatChangedMessage = 'El formato cambió desde que se descargó el libro: revise los cambios.'

export function formatUnknownColumns(strange: readonly string[]): string {
  const names = strange.slice(0, named).map((header) => `«${normalizeLine(header).slice(0, 60)}»`)
  return strange.length === 1
    ? `La columna ${names[0]} no es del libro y no se usa. Si le cambió el nombre, escriba el original.`
    : `Las columnas ${names.join(', ')}${strange.length > named ? '…' : ''} no son del libro y no se usan. Si les cambió el nombre, escriba los originales.`
}
