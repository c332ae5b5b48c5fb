import { currentCall } from '../runtime/current-call.ts'
import { unsubscribeOwners } from '../runtime/realtime.ts'
import { seal, unsealed } from './chain.ts'
import { run } from './sql.ts'

/**
 * All that is written together is written here. It begins by writing: beside another process that writes to the same database (a command, or the
 * program that follows it to another machine) a transaction then waits for its turn, and one that has read before would be refused at once.
 */
export function writing(app: CoreApp, work: (tx: CoreApp) => void) {
  try {
    app.runInTransaction((tx) => {
      run(tx, 'DELETE FROM heartbeat WHERE FALSE', {})
      try {
        work(tx)
        seal(tx)
      } finally {
        unsealed(tx)
      }
    })
    currentCall().hasWritten = true
  } finally {
    unsubscribeOwners(app)
  }
}

/**
 * Does the work of a record call in one transaction with what belongs to it. A refusal that passes through a transaction
 * comes out wrapped and without its fields (PocketBase 0.40.4), so it is taken out again.
 */
export function inTransaction(e: core.RecordRequestEvent, work: (tx: CoreApp) => void) {
  const { app } = e
  let refusal: unknown
  try {
    writing(app, (tx) => {
      e.app = tx as core.App
      try {
        work(tx)
      } catch (error) {
        refusal = error
        throw error
      } finally {
        e.app = app
      }
    })
  } catch (error) {
    throw (refusal as { value?: unknown } | undefined)?.value ?? refusal ?? error
  }
}
