import type { Batch } from '../../domain/batch.ts'
import { rowStatusNames } from '../../domain/batch.ts'
import { requestStatusNames } from '../../domain/request.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { requestsOfBatch, rowsOf } from '../queries.ts'
import type { Outcomes } from '../reading/outgoing.ts'

/** What became of each row: the number and status of its request, or why it has none. */
export async function outcomesOf(
  batch: Batch,
  tell: (done: number) => void,
  signal: AbortSignal,
): Promise<Record<number, Outcomes[number]>> {
  const found: Record<number, Outcomes[number]> = {}
  let done = 0
  for (const status of ['valid', 'error', 'discarded'] as const)
    for await (const rows of rowsOf(batch.id, status, 'row')) {
      signal.throwIfAborted()
      for (const { row } of rows) found[row] = { number: '', status: rowStatusNames[status] }
    }
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await patient(() => requestsOfBatch(batch.id, page), signal)
    for (const { row, number, status } of answer.items) found[row] = { number, status: requestStatusNames[status] }
    pages = answer.totalPages
    done += answer.items.length
    tell(done)
  }
  return found
}

/** The server lets one ask only so often: then it waits and asks again. */
async function patient<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      if (!isRefusal(error) || error.status !== 429) throw error
      await new Promise((resolve) => setTimeout(resolve, 2000))
    }
  }
}
