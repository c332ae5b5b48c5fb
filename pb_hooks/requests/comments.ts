import * as z from 'zod/mini'
import { lines } from '../../src/domain/text/written.ts'
import { recordEvent } from '../lib/events.ts'
import { input } from '../lib/input.ts'
import { requireUser } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { writing } from '../lib/transaction.ts'
import { createNotices, excerpt } from '../notices/create.ts'
import { adminIds } from '../notices/deciders.ts'
import { waitingAmong } from './deciders.ts'
import { visibleRequest } from './visible.ts'

const comment = z.object({ text: lines(2000).check(z.minLength(1, 'required')) })

/** `POST /api/app/requests/{id}/comments` with `{text}`: a line of the history, of the owner, the administrators and whoever decides. */
export function addComment(e: core.RequestEvent) {
  const asker = requireUser(e)
  const { text } = input(e, comment)
  writing(e.app, (tx) => {
    const { request, sight } = visibleRequest(tx, e, asker)
    if (sight === 'reader') throw refuse('request.forbidden', 403)
    const owner = request.getString('owner')
    recordEvent(tx, {
      subject: 'requests',
      subjectId: request.id,
      owner,
      actor: asker,
      action: 'comment',
      reason: text,
    })
    if (request.getString('status') === 'draft') return
    const people = owner === asker.id ? answering(tx, request, asker.id) : [owner]
    const details = { number: request.getString('number'), by: asker.getString('name'), text: excerpt(text) }
    createNotices(
      tx,
      'comment',
      `comment ${request.id}`,
      people.map((to) => ({ to, subjectId: request.id, details })),
    )
  })
  return e.noContent(204)
}

/** Who hears what its owner says: whoever decides it now, and where it is at no step the administrators. */
function answering(tx: CoreApp, request: core.Record, owner: string): string[] {
  if (request.getInt('step') === 0) return adminIds(tx, owner)
  return [...waitingAmong(tx, [request.id]).keys()].filter((person) => person !== owner)
}
