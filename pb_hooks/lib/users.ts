import type { ProfileField } from '../../src/domain/users/profile.ts'
import { isQueryTimeout, parseStoredJson } from './error-causes.ts'
import { createErrorResponse } from './http.ts'

export function findUserById(app: CoreApp, id: string): core.Record | undefined {
  return app.findRecordsByIds('users', [id])[0]
}

/** Returns the user or the guest (person without an account) with this id. */
export function findPersonById(app: CoreApp, id: string): core.Record | undefined {
  return findUserById(app, id) ?? app.findRecordsByIds('guests', [id])[0]
}

export const isGuest = (person: core.Record) => person.collection().name === 'guests'

export function findUserByEmail(app: CoreApp, email: string): core.Record | undefined {
  return app.findAllRecords('users', $dbx.exp('email = {:email} COLLATE NOCASE', { email }))[0]
}

export function isActiveAdmin(user: core.Record): boolean {
  return user.getString('role') === '_admin' && user.getBool('isActive')
}

export function hasActiveAdmin(app: CoreApp): boolean {
  return app.countRecords('users', $dbx.hashExp({ role: '_admin', isActive: true })) > 0
}

export function listActiveAdmins(app: CoreApp): (core.Record | undefined)[] {
  return app.findAllRecords('users', $dbx.hashExp({ role: '_admin', isActive: true }))
}

export function hasFieldChanged(user: core.Record, field: string): boolean {
  return user.getString(field) !== user.original().getString(field)
}

export function getProfileFields(settings: core.Record): ProfileField[] {
  return parseStoredJson<ProfileField[] | null>(settings.getString('profileFields'), null) ?? []
}

/** Returns the active user of a call or throws. PocketBase's own authentication middleware also accepts deactivated users. */
export function requireUser(e: core.RequestEvent): core.Record {
  const asker = e.auth
  if (!asker && /^(Bearer )?fp_/.test(e.request?.header.get('Authorization') ?? ''))
    throw createErrorResponse('key.path', 401)
  if (asker?.collection().name !== 'users') throw createErrorResponse('session.required', 401)
  if (!asker.getBool('isActive')) throw createErrorResponse('user.inactive', 403)
  return asker
}

/** Returns the guest of a call or throws. */
export function requireGuest(e: core.RequestEvent): core.Record {
  if (!e.auth || !isGuest(e.auth)) throw createErrorResponse('link.session', 401)
  if (e.auth.getBool('blocked')) throw createErrorResponse('link.blocked', 403)
  return e.auth
}

export function requireAdmin(e: core.RequestEvent): core.Record {
  const asker = requireUser(e)
  if (!isAdmin(asker)) throw createErrorResponse('user.forbidden', 403)
  return asker
}

/**
 * Returns the caller as stored now. Throws unless the caller still is an active administrator or a superuser, because
 * rights may have ended since the call began.
 */
export function requireActiveAdmin(tx: CoreApp, caller: core.Record | null | undefined): core.Record {
  if (caller?.isSuperuser()) return caller
  const stored = findUserById(tx, caller?.id ?? '')
  if (!stored || !isActiveAdmin(stored)) throw createErrorResponse('user.forbidden', 403)
  return stored
}

export function isAdmin(user: core.Record): boolean {
  return user.getString('role') === '_admin'
}

/** Returns the user of the file token in `?token=`; undefined if there is none or it is not valid. The call itself stays anonymous. */
function findFileTokenUser(e: core.RequestEvent): core.Record | undefined {
  const { token } = e.requestInfo().query
  if (!token) return undefined
  try {
    return e.app.findAuthRecordByToken(token, 'file')
  } catch (error) {
    if (isQueryTimeout(error)) throw error
    return undefined
  }
}

/** Authenticates a download by its file token, because the browser opens it from a link and sends no headers. */
export function authenticateByFileToken(e: core.RequestEvent): core.RequestEvent {
  e.auth ??= findFileTokenUser(e)
  return e
}

/** Refuses the call if the caller was deactivated or changed role since the call began. */
export function requireCurrentRole(tx: CoreApp, caller: core.Record) {
  const now = findUserById(tx, caller.id)
  if (!now?.getBool('isActive') || isAdmin(now) !== isAdmin(caller)) throw createErrorResponse('user.inactive', 403)
}
