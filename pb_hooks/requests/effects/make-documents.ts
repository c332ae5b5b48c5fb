import { getDocumentServiceUrl } from '../../lib/environment.ts'
import { storesFilesOnS3 } from '../../lib/files/file-storage.ts'
import { respondEarly } from '../../lib/http.ts'
import type { FinalizedRequests } from '../actions/action.ts'
import { loadDocumentGenerator } from '../document-queue.ts'

/** Maximum number of documents generated before the response. If there are more, all are generated after it. */
const maxBeforeAnswer = 5

/** Adds the approved requests to the documents that are generated after the commit. */
export function makeDocuments(_tx: CoreApp, { requests, documents }: FinalizedRequests) {
  for (const { id, status } of requests) if (status === 'approved') documents.push(id)
}

/** Responds to an approval and generates documents, before or after the response. `due`: ids of the requests without a document. */
export function respondAndGenerateDocuments(e: core.RequestEvent, answer: unknown, due: string[]) {
  // Generates documents after the response if a document service or S3 is used, because both may be slow.
  if (due.length > maxBeforeAnswer || (due.length && (getDocumentServiceUrl() || storesFilesOnS3(e.app)))) {
    respondEarly(e, 200, answer)
    return loadDocumentGenerator().generatePendingDocuments(e.app)
  }
  if (due.length) loadDocumentGenerator().generateDocuments(e.app, due)
  return e.json(200, answer)
}
