import { holdDatabase } from './database.ts'
import { applyEnvironment } from './environment.ts'
import { beginAnew } from './jobs.ts'
import { awaitFirstAdmin } from './setup.ts'

/** Between the migrations and the first request. */
export function beforeServing(e: core.ServeEvent) {
  holdDatabase(e.app)
  applyEnvironment(e.app)
  beginAnew(e.app)
  // PocketBase would print a link that makes a superuser: ours makes the first administrator.
  e.installerFunc = null as unknown as typeof e.installerFunc
  e.next()
  awaitFirstAdmin(e.app)
}
