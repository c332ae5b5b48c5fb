import { interruptBatches } from './batch-steps.ts'
import { holdDatabase } from './database.ts'
import { releaseAllDecisions } from './decision-queue.ts'
import { trustDerived } from './derived.ts'
import { releaseDocuments, tellWhoMakesDocuments } from './documents.ts'
import { applyEnvironment } from './environment.ts'
import { forgetCalls } from './journal.ts'
import { forgetConversations } from './mail-conversation.ts'
import { runPoolJob } from './pool.ts'
import { awaitFirstAdmin } from './setup.ts'

/** Between the migrations and the first request. */
export function beforeServing(e: core.ServeEvent) {
  holdDatabase(e.app)
  forgetCalls(e.app)
  // Addresses and headers are short; the default would hold a megabyte of each stranger's.
  if (e.server) e.server.maxHeaderBytes = 32_768
  applyEnvironment(e.app)
  tellWhoMakesDocuments(e.app)
  // Nobody works on anything yet, whatever the process before noted.
  releaseDocuments(e.app)
  releaseAllDecisions(e.app)
  interruptBatches(e.app)
  forgetConversations(e.app)
  trustDerived(e.app)
  // PocketBase would print a link that makes a superuser: ours makes the first administrator.
  e.installerFunc = null as unknown as typeof e.installerFunc
  e.next()
  awaitFirstAdmin(e.app)
  runPoolJob(e.app)
}
