import { type BatchOutcome, rowStatusNames } from '../../domain/batch.ts'
import { requestStatusNames } from '../../domain/request.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { outcomesAfter } from '../queries.ts'

/** What became of all rows of a batch, in their order, portion by portion; `values` says whether with what they held. */
export async function* outcomesOf(batch: string, values: boolean, signal: AbortSignal) {
  for (let after = 0; ; ) {
    const rows = await patient(() => outcomesAfter(batch, after, { signal, ...(values && { values }) }), signal)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.row
  }
}

export function outcomeStatus({ status, requestStatus }: BatchOutcome): string {
  return requestStatus ? requestStatusNames[requestStatus] : rowStatusNames[status]
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
