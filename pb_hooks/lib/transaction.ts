/**
 * Does the work of a record call in one transaction with what belongs to it. A refusal that passes through a transaction
 * comes out wrapped and without its fields (PocketBase 0.40.4), so it is taken out again.
 */
export function inTransaction(e: core.RecordRequestEvent, work: (tx: CoreApp) => void) {
  const { app } = e
  let refusal: unknown
  try {
    app.runInTransaction((tx) => {
      e.app = tx
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
