import type { RowStatus } from '../../domain/batches/batch.ts'
import type { CorrectedCell, CorrectionDiff } from '../../sheets/validation/correction-diff.ts'
import type { IgnoredRow } from './correction-messages.ts'

export type RowStatusLoader = (rows: readonly number[]) => Promise<ReadonlyMap<number, RowStatus>>

const reasons = { valid: 'good', created: 'created', discarded: 'discarded', error: 'closed' } as const

/**
 * Removes from `diff` the rows that the batch no longer accepts: created, discarded or already valid. Loads their
 * current status first.
 */
export async function removeClosedRows(
  diff: CorrectionDiff,
  statusesOf: RowStatusLoader = async () => new Map(),
): Promise<{ diff: CorrectionDiff; untaken: IgnoredRow[] }> {
  const wrong = new Set(diff.wrong)
  const open = [...new Set([...diff.changes, ...diff.conflicts].map(({ row }) => row))]
  const absent = diff.untaken.flatMap(({ row, why }) => (why === 'absent' ? [row] : []))
  const asked = [...absent, ...open]
  const statuses = asked.length > 0 ? await statusesOf(asked) : new Map<number, RowStatus>()
  const isSettled = (row: number) => {
    const status = statuses.get(row)
    return status === 'created' || status === 'discarded' || (status === 'valid' && wrong.has(row))
  }
  const reasonOf = (row: number) => reasons[statuses.get(row) ?? 'error']
  const stays = ({ row }: CorrectedCell) => !isSettled(row)
  return {
    diff: { ...diff, changes: diff.changes.filter(stays), conflicts: diff.conflicts.filter(stays) },
    untaken: [
      ...diff.untaken.map(({ row, why }): IgnoredRow => {
        if (why !== 'absent') return { row, why }
        return { row, why: statuses.has(row) ? reasonOf(row) : 'unknown' }
      }),
      ...open.filter(isSettled).map((row): IgnoredRow => ({ row, why: reasonOf(row) })),
    ],
  }
}
