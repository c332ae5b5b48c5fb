import { recordUserEvent } from '../lib/events.ts'
import { createErrorResponse } from '../lib/http.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById, isGuest, requireUser } from '../lib/users.ts'

/**
 * Suffix added to a deactivated user's session key. It invalidates the sessions, and lets the server report the reason.
 */
const endedSuffix = '.over'

/** Changes the token key of a user on deactivation and on activation, which ends all sessions. */
export function updateSessionKey(app: CoreApp, user: core.Record, isActive: boolean) {
  const key = user.tokenKey()
  if (isActive) {
    if (key.endsWith(endedSuffix)) user.refreshTokenKey()
    return
  }
  user.setTokenKey(key + endedSuffix)
  for (const client of listClients(app))
    if (client.get('auth')?.id === user.id) client.set(endedSuffix, user.tokenKey())
}

/**
 * Closes the realtime connections of a deactivated user after the commit, so that the user's pages reconnect and get
 * the reason. Finds them by the new session key, with which `updateSessionKey` marked them, because PocketBase no
 * longer returns their user. After a rollback, no user has that key.
 */
export function disconnectDeactivatedUser(e: core.RecordEvent) {
  const key = e.record?.tokenKey() ?? ''
  if (key.endsWith(endedSuffix))
    for (const client of listClients(e.app))
      if (client.get(endedSuffix) === key) e.app.subscriptionsBroker().unregister(client.id())
  return e.next()
}

/** Closes the realtime connections of a deleted account. */
export function disconnectUser(app: CoreApp, id: string) {
  for (const client of listClients(app))
    if (client.get('auth')?.id === id) app.subscriptionsBroker().unregister(client.id())
}

/** `GET /api/app/session` → 204 if the session is valid, 403 if the account was deactivated, otherwise 401. */
export function checkSession(e: core.RequestEvent) {
  if (e.auth && !isGuest(e.auth)) return e.noContent(204)
  if (belongsToDeactivatedUser(e.app, e.request?.header.get('Authorization') ?? ''))
    throw createErrorResponse('user.inactive', 403)
  throw createErrorResponse('session.ended', 401)
}

function belongsToDeactivatedUser(app: CoreApp, token: string): boolean {
  try {
    const { id } = $security.parseUnverifiedJWT(token)
    const user = typeof id === 'string' ? findUserById(app, id) : undefined
    const key = user?.tokenKey() ?? ''
    if (!user || !key.endsWith(endedSuffix)) return false
    // Throws unless the token was valid until the deactivation.
    $security.parseJWT(token, key.slice(0, -endedSuffix.length) + user.collection().authToken.secret)
    return true
  } catch {
    return false
  }
}

const listClients = (app: CoreApp) => Object.values(app.subscriptionsBroker().clients())

/** `POST /api/app/sessions/end` → a new session, as a sign-in returns it. Ends all sessions of the user. */
export function endSessions(e: core.RequestEvent) {
  const { id } = requireUser(e)
  writeInTransaction(e.app, (tx) => {
    const user = findUserById(tx, id)
    if (!user) throw createErrorResponse('user.notFound', 404)
    user.refreshTokenKey()
    tx.save(user)
    recordUserEvent(tx, user, user, 'sessions')
  })
  const person = findUserById(e.app, id)
  if (!person) throw createErrorResponse('user.notFound', 404)
  return $apis.recordAuthResponse(e, person, '')
}
