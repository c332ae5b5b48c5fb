import * as z from 'zod/mini'
import { lines } from '../src/domain/written.ts'
import { isAdmin, signedIn } from './actor.ts'
import { tell } from './events.ts'
import { input } from './input.ts'
import { refuse } from './refusal.ts'

/** Lines of history that one answer holds. */
const most = 500

/** `GET /api/app/requests/{id}/history`: what happened to a request, the oldest first; of very much, the latest. */
export function requestHistory(e: core.RequestEvent) {
  const { id } = visibleRequest(e.app, e, signedIn(e))
  const mine = 'subject = "requests" && subjectId = {:id}'
  const latest = e.app.findRecordsByFilter('events', mine, '-created,-@rowid', most, 0, { id })
  return e.json(200, [...latest].reverse())
}

const comment = z.object({ text: lines(2000).check(z.minLength(1, 'required')) })

/** `POST /api/app/requests/{id}/comments` with `{text}`: a line of the history, for the owner and the administrators. */
export function addComment(e: core.RequestEvent) {
  const asker = signedIn(e)
  const { text } = input(e, comment)
  e.app.runInTransaction((tx) => {
    const request = visibleRequest(tx, e, asker)
    const owner = request.getString('owner')
    tell(tx, { subject: 'requests', subjectId: request.id, owner, actor: asker, action: 'comment', reason: text })
  })
  return e.noContent(204)
}

/** The request of the address for its owner or an administrator; for anybody else it does not exist. */
function visibleRequest(app: CoreApp, e: core.RequestEvent, asker: core.Record): core.Record {
  const request = app.findRecordsByIds('requests', [e.request?.pathValue('id') ?? ''])[0]
  if (!request || !(isAdmin(asker) || request.getString('owner') === asker.id)) throw refuse('request.notFound', 404)
  return request
}
