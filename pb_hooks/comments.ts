import * as z from 'zod/mini'
import { lines } from '../src/domain/written.ts'
import { signedIn } from './actor.ts'
import { tell } from './events.ts'
import { input } from './input.ts'
import { visibleRequest } from './request-history.ts'

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
