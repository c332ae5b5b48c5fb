import type { RowChunkResult } from '../../domain/batches/batch.ts'
import type { BatchRowInput } from '../../domain/batches/batch-input.ts'
import { pb } from '../../lib/pb.ts'

/** Maximum characters of JSON per call. The server reads 2 MiB, and a character takes at most 3 bytes. */
const maxChunkChars = 600_000
/** Length in characters of the placeholder of an oversized row; exceeds the server's limit for a row. */
const oversizedRowChars = 70_000

/** Splits rows into chunks of at most `maxChunkChars` characters of JSON, in order. */
export function splitRowsIntoChunks(rows: readonly BatchRowInput[]): BatchRowInput[][] {
  const portions: BatchRowInput[][] = []
  let left = 0
  for (const row of rows) {
    const letters = JSON.stringify(row).length
    const sent = letters > maxChunkChars / 2 ? createOversizedPlaceholder(row) : row
    const size = sent === row ? letters : 2 * oversizedRowChars
    if (portions.length === 0 || size > left) {
      portions.push([])
      left = maxChunkChars
    }
    portions.at(-1)?.push(sent)
    left -= size
  }
  return portions
}

/**
 * Returns a smaller placeholder for an oversized row. The server refuses the placeholder too, and stores the error of
 * the row.
 */
function createOversizedPlaceholder(row: BatchRowInput): BatchRowInput {
  const [key = 'x'] = Object.keys(row.values)
  return { row: row.row, values: { [key]: 'x'.repeat(oversizedRowChars) } }
}

/** Sends rows in one or more calls, depending on their size, and returns the merged validation results. */
export async function sendRows(
  id: string,
  rows: readonly BatchRowInput[],
  signal?: AbortSignal,
): Promise<RowChunkResult> {
  const total: RowChunkResult = { valid: 0, errors: [] }
  for (const portion of splitRowsIntoChunks(rows)) {
    const { valid, errors } = await pb.send<RowChunkResult>(`/api/app/batches/${id}/rows`, {
      method: 'POST',
      body: { rows: portion },
      ...(signal && { signal }),
    })
    total.valid += valid
    total.errors.push(...errors)
  }
  return total
}
