import { maxKeysPerLookup, type RecordMatch } from '../../domain/lists/list.ts'
import { isApiError } from '../../lib/api-error.ts'
import { pb } from '../../lib/pb.ts'
import { isTransientError, retryUntilSuccess } from '../../lib/retry.ts'
import type { ListRowLookup } from '../../sheets/reading/list-joiner.ts'
import type { SheetWorkerClient } from '../../sheets/worker/sheet-worker-client.ts'

/** Loads the list records with the `wanted` keys, in chunks of `maxKeysPerLookup` keys, and passes them to the worker. Retries temporary errors. */
export async function loadListRecords(
  reading: SheetWorkerClient,
  wanted: readonly ListRowLookup[],
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  const total = wanted.reduce((sum, { keys }) => sum + keys.length, 0)
  let done = 0
  for (const { keys, ...of } of wanted)
    for (let from = 0; from < keys.length; from += maxKeysPerLookup) {
      const part = keys.slice(from, from + maxKeysPerLookup)
      onProgress(done, total)
      const asked = { ...of, keys: part }
      await reading.addListRecords(asked, await fetchRecords(asked, reading.signal))
      done += part.length
    }
  if (total > 0) onProgress(total, total)
}

/** Loads the list records that corrected rows refer to and the worker does not have yet. */
export const loadMissingRecords = async (reading: SheetWorkerClient) =>
  loadListRecords(reading, await reading.getMissingRecordKeys())

/** Loads the list records with the given keys; returns none if the list was deleted or the user cannot read it. */
async function fetchRecords({ list, ...body }: ListRowLookup, signal: AbortSignal): Promise<RecordMatch[]> {
  const path = `/api/app/lists/${list}/records`
  const call = () => pb.send<{ items: RecordMatch[] }>(path, { method: 'POST', body, signal })
  try {
    return (await retryUntilSuccess(call, { signal, isExpected: isTransientError })).items
  } catch (error) {
    signal.throwIfAborted()
    if (isApiError(error) && (error.status === 403 || error.status === 404)) return []
    throw error
  }
}
