import { recordEvent } from '../lib/events.ts'
import { personById, requireUser } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { writing } from '../lib/transaction.ts'

/** Behind the key of a person's sessions once he is deactivated: they open nothing, and whoever holds one can be told why. */
const over = '.over'

/** Ends the sessions of who is deactivated; whoever comes back begins with a new key. */
export function turnKey(app: CoreApp, person: core.Record, isActive: boolean) {
  const key = person.tokenKey()
  if (isActive) {
    if (key.endsWith(over)) person.refreshTokenKey()
    return
  }
  person.setTokenKey(key + over)
  for (const client of clients(app)) if (client.get('auth')?.id === person.id) client.set(over, person.tokenKey())
}

/**
 * Cuts the open lines of who was deactivated, once that is stored: their pages come back and learn it. They were marked
 * before, because the engine has forgotten by now whose they are; a mark of what was taken back fits no key.
 */
export function cutLines(e: core.RecordEvent) {
  const key = e.record?.tokenKey() ?? ''
  if (key.endsWith(over))
    for (const client of clients(e.app))
      if (client.get(over) === key) e.app.subscriptionsBroker().unregister(client.id())
  return e.next()
}

/** Closes the realtime connections of a person whose account was deleted. */
export function cutConnections(app: CoreApp, id: string) {
  for (const client of clients(app))
    if (client.get('auth')?.id === id) app.subscriptionsBroker().unregister(client.id())
}

/** `GET /api/app/session`: why a session is over, to whoever holds its token: 403 where the account was deactivated, else 401. */
export function sessionState(e: core.RequestEvent) {
  if (e.auth) return e.noContent(204)
  if (isOfDeactivated(e.app, e.request?.header.get('Authorization') ?? '')) throw refuse('user.inactive', 403)
  throw refuse('session.ended', 401)
}

function isOfDeactivated(app: CoreApp, token: string): boolean {
  try {
    const { id } = $security.parseUnverifiedJWT(token)
    const person = typeof id === 'string' ? personById(app, id) : undefined
    const key = person?.tokenKey() ?? ''
    if (!person || !key.endsWith(over)) return false
    // Throws unless this very token let somebody in until then.
    $security.parseJWT(token, key.slice(0, -over.length) + person.collection().authToken.secret)
    return true
  } catch {
    return false
  }
}

const clients = (app: CoreApp) => Object.values(app.subscriptionsBroker().clients())

/** `POST /api/app/sessions/end` → as a sign-in answers: every session of the asker ends, and this one begins anew. */
export function endSessions(e: core.RequestEvent) {
  const { id } = requireUser(e)
  writing(e.app, (tx) => {
    const person = personById(tx, id)
    if (!person) throw refuse('user.notFound', 404)
    person.refreshTokenKey()
    tx.save(person)
    recordEvent(tx, { subject: 'users', subjectId: id, owner: id, actor: person, action: 'sessions' })
  })
  const person = personById(e.app, id)
  if (!person) throw refuse('user.notFound', 404)
  return $apis.recordAuthResponse(e, person, '')
}
