import type { PortionOutcome } from '../../domain/batches/batch.ts'
import type { PortionRow } from '../../domain/batches/batch-input.ts'
import { pb } from '../../lib/pb.ts'

/** Letters in the rows of one call, none of which takes more than three bytes: the server reads 2 MiB. */
const mostLetters = 600_000
/** More than the server keeps of a row, whatever letters they are. */
const tooLong = 70_000

/** Rows in as many calls as their size needs, in their order. */
export function portionsOf(rows: readonly PortionRow[]): PortionRow[][] {
  const portions: PortionRow[][] = []
  let left = 0
  for (const row of rows) {
    const letters = JSON.stringify(row).length
    const sent = letters > mostLetters / 2 ? onlyItsLength(row) : row
    const size = sent === row ? letters : 2 * tooLong
    if (portions.length === 0 || size > left) {
      portions.push([])
      left = mostLetters
    }
    portions.at(-1)?.push(sent)
    left -= size
  }
  return portions
}

/** Of a row larger than a request may be the server keeps only that it is: enough of it travels to be seen so. */
function onlyItsLength(row: PortionRow): PortionRow {
  const [key = 'x'] = Object.keys(row.values)
  return { row: row.row, values: { [key]: 'x'.repeat(tooLong) } }
}

/** What the server says of the rows; they travel in as many calls as their size needs. */
export async function sendRows(id: string, rows: readonly PortionRow[], signal?: AbortSignal): Promise<PortionOutcome> {
  const whole: PortionOutcome = { valid: 0, errors: [] }
  for (const portion of portionsOf(rows)) {
    const { valid, errors } = await pb.send<PortionOutcome>(`/api/app/batches/${id}/rows`, {
      method: 'POST',
      body: { rows: portion },
      ...(signal && { signal }),
    })
    whole.valid += valid
    whole.errors.push(...errors)
  }
  return whole
}
