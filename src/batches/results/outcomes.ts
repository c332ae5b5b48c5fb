import { type BatchOutcome, rowStatusNames } from '../../domain/batch.ts'
import { requestStatusNames } from '../../domain/request.ts'
import { persist } from '../../lib/patience.ts'
import { outcomesAfter } from '../queries.ts'

/** What became of all rows of a batch, in their order, portion by portion; `values` says whether with what they held. */
export async function* outcomesOf(batch: string, values: boolean, signal: AbortSignal) {
  for (let after = 0; ; ) {
    const rows = await persist(() => outcomesAfter(batch, after, { signal, ...(values && { values }) }), { signal })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.row
  }
}

export function outcomeStatus({ status, requestStatus }: BatchOutcome): string {
  return requestStatus ? requestStatusNames[requestStatus] : rowStatusNames[status]
}
