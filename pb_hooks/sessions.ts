import { signedIn } from './actor.ts'
import { tell } from './events.ts'
import { personById } from './people.ts'
import { refuse } from './refusal.ts'

/** `POST /api/app/sessions/end` → as a sign-in answers: every session of the asker ends, and this one begins anew. */
export function endSessions(e: core.RequestEvent) {
  const { id } = signedIn(e)
  e.app.runInTransaction((tx) => {
    const person = personById(tx, id)
    if (!person) throw refuse('user.notFound', 404)
    person.refreshTokenKey()
    tx.save(person)
    tell(tx, { subject: 'users', subjectId: id, owner: id, actor: person, action: 'sessions' })
  })
  const person = personById(e.app, id)
  if (!person) throw refuse('user.notFound', 404)
  return $apis.recordAuthResponse(e, person, '')
}
