import { getCurrentCall } from '../runtime/current-call.ts'
import { appendEventsToChain, removeTransactionStart } from './event-chain.ts'
import { unsubscribeOwners } from './live-records.ts'
import { executeSql } from './sql.ts'
import { wakeQueued } from './webhook-queue.ts'

/**
 * Runs `work` in a transaction and links its events. Starts with an empty write, which waits while another process
 * writes. After a read, SQLite would refuse the write lock immediately.
 */
export function writeInTransaction(app: CoreApp, work: (tx: CoreApp) => void) {
  try {
    app.runInTransaction((tx) => {
      executeSql(tx, 'DELETE FROM heartbeat WHERE FALSE', {})
      try {
        work(tx)
        appendEventsToChain(tx)
      } finally {
        removeTransactionStart(tx)
      }
    })
    getCurrentCall().hasWritten = true
    wakeQueued()
  } finally {
    unsubscribeOwners()
  }
}

/**
 * Runs the work of a record call in one transaction with its dependent changes. Throws the original error, because
 * PocketBase (0.40.4) wraps errors of transactions without their fields.
 */
export function runRecordTransaction(e: core.RecordRequestEvent, work: (tx: CoreApp) => void) {
  const { app } = e
  let refusal: unknown
  try {
    writeInTransaction(app, (tx) => {
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
