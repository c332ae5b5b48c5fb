import * as z from 'zod/mini'
import { isAdmin, signedIn } from './actor.ts'
import { tell } from './events.ts'
import { input } from './input.ts'
import { refuse } from './refusal.ts'

/** `GET /api/app/requests/{id}/history`: all that happened to a request, the oldest first. */
export function requestHistory(e: core.RequestEvent) {
  const request = visibleRequest(e.app, e, signedIn(e))
  const events = e.app.findRecordsByFilter(
    'events',
    'subject = "requests" && subjectId = {:id}',
    'created,@rowid',
    500,
    0,
    {
      id: request.id,
    },
  )
  return e.json(200, events)
}

const comment = z.object({ text: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(2000, 'length')) })

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
