import type { BatchRowInput } from '../../domain/batches/batch-input.ts'
import type { RowChunkResult } from '../../domain/batches/batch-output.ts'
import { pb } from '../../lib/pb.ts'

/** Maximum characters of JSON per call. The server reads 2 MiB, and a character takes at most 3 bytes. */
const maxChunkChars = 600_000
/** Maximum rows per call. Smaller than the server's limit, so that two calls share 1,000 rows. */
const maxRowsPerCall = 500
/** Number of simultaneous calls. The server validates each in a virtual machine of its own. */
const parallelCalls = 2
/** Length in characters of the placeholder of an oversized row; exceeds the server's limit for a row. */
const oversizedRowChars = 70_000

/** Splits rows into chunks of at most `maxRowsPerCall` rows and `maxChunkChars` characters of JSON, in order. */
export function splitRowsIntoChunks(rows: readonly BatchRowInput[]): BatchRowInput[][] {
  const portions: BatchRowInput[][] = []
  let left = 0
  for (const row of rows) {
    const letters = JSON.stringify(row).length
    const sent = letters > maxChunkChars / 2 ? createOversizedPlaceholder(row) : row
    const size = sent === row ? letters : 2 * oversizedRowChars
    if (size > left || portions.at(-1)?.length === maxRowsPerCall) {
      portions.push([])
      left = maxChunkChars
    }
    portions.at(-1)?.push(sent)
    left -= size
  }
  return portions
}

/** Returns a smaller row in place of an oversized one. The server refuses it too, and stores the error of the row. */
function createOversizedPlaceholder(row: BatchRowInput): BatchRowInput {
  const [key = 'x'] = Object.keys(row.values)
  return { row: row.row, values: { [key]: 'x'.repeat(oversizedRowChars) } }
}

/** Sends rows in calls of limited size and merges the results. After an error, any of the rows may be stored. */
export async function sendRows(
  id: string,
  rows: readonly BatchRowInput[],
  signal?: AbortSignal,
): Promise<RowChunkResult> {
  const total: RowChunkResult = { valid: 0, errors: [] }
  const portions = splitRowsIntoChunks(rows)
  const send = (portion: BatchRowInput[]) =>
    pb.send<RowChunkResult>(`/api/app/batches/${id}/rows`, {
      method: 'POST',
      body: { rows: portion },
      ...(signal && { signal }),
    })
  while (portions.length > 0)
    for (const { valid, errors } of await Promise.all(portions.splice(0, parallelCalls).map(send))) {
      total.valid += valid
      total.errors.push(...errors)
    }
  return total
}

/** Error of a dropped file that the browser can no longer read. */
export class UnreadableFileError extends Error {
  constructor(name: string) {
    super(`No se pudo leer «${name}»: se movió o cambió después de soltarlo. Vuelva a las filas y suéltelo de nuevo.`)
  }
}
