import { answerFirst } from './answer-first.ts'
import { documentBackend } from './document-backend.ts'
import { claim, makeDocument, workOnDocuments } from './document-job.ts'

/** Documents for which the person waits; beyond, they are made after the answer. */
const few = 5

/** Answers a call that approved these requests, and makes their documents. */
export function answerThenMake(e: core.RequestEvent, answer: unknown, due: string[]) {
  if (due.length > few || (due.length && documentBackend())) {
    answerFirst(e, 200, answer)
    return workOnDocuments(e.app)
  }
  for (const id of due) if (claim(e.app, id)) makeDocument(e.app, id)
  return e.json(200, answer)
}

/** What somebody may read is read by nobody else on the way, and carries its own number as its name. */
export function serveDocument(e: core.FileDownloadRequestEvent) {
  const headers = (e as unknown as { requestEvent?: core.RequestEvent }).requestEvent?.response.header()
  headers?.set('Cache-Control', 'private, no-store')
  headers?.set('X-Content-Type-Options', 'nosniff')
  const number = e.record?.getString('documentNumber')
  const kind = e.requestInfo().query.download ? 'attachment' : 'inline'
  if (number) headers?.set('Content-Disposition', `${kind}; filename="${number}.pdf"`)
  return e.next()
}
