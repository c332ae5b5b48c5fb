import { stamp } from './clock.ts'
import { row } from './sql.ts'

/** Ten batches of the largest kind; what was cancelled a day ago counts no more. */
export const maxUnsentBytes = 1024 ** 3

/** What a person has sent to the server and not turned into requests. */
export function unsentBytes(tx: CoreApp, owner: string): number {
  const sum = row(
    tx,
    `SELECT ifnull(sum(bytes), 0) AS bytes FROM batches WHERE owner = {:owner}
     AND (status IN ('loaded', 'fixing', 'ready', 'completed_with_pending') OR (status = 'cancelled' AND finishedAt > {:yesterday}))`,
    { owner, yesterday: stamp(Date.now() - 86_400_000) },
    { bytes: 0 },
  )
  return sum?.bytes ?? 0
}

/** What is left of a batch once the rest of it became requests: to what waits there, more may be sent. */
export function pendingBytes(tx: CoreApp, batch: string): number {
  const sum = row(
    tx,
    `SELECT ifnull(sum(length("values") + ifnull(length(wrong), 0)), 0) AS bytes FROM batch_rows
     WHERE batch = {:batch} AND status IN ('valid', 'error')`,
    { batch },
    { bytes: 0 },
  )
  return sum?.bytes ?? 0
}
