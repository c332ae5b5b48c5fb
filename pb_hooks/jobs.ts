import { interruptBatches, resumeBatches } from './batch-job.ts'
import { releaseDocuments, workOnDocuments } from './document-job.ts'
import { tidySearch, trustSearch } from './search-upkeep.ts'

/** Once a minute: what a worker left undone, because the server went down or the worker failed, is taken up. */
export function takeUpDocuments() {
  workOnDocuments($app)
}

export function takeUpBatches() {
  resumeBatches($app)
}

export function tidyUp() {
  tidySearch($app)
}

/** Before the first request: nobody works on anything yet, whatever the process before noted. */
export function beginAnew(app: CoreApp) {
  releaseDocuments(app)
  interruptBatches(app)
  trustSearch(app)
}
