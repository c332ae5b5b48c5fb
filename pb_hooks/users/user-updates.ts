import { isDeepEqual } from '../../src/domain/fields/deep-equal.ts'
import { parsePhone } from '../../src/domain/text/phone.ts'
import { newPasswordSchema, profileSchema } from '../../src/domain/users/user.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { diffValues, recordUserEvent } from '../lib/events.ts'
import { createErrorResponse, getRequestBody, refuseStaleUpdate, validateInput } from '../lib/http.ts'
import { refuseExpensiveQuery } from '../lib/limits.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { queryRows } from '../lib/sql.ts'
import { runRecordTransaction } from '../lib/transaction.ts'
import { findUserById, hasActiveAdmin, hasFieldChanged, isActiveAdmin, isAdmin } from '../lib/users.ts'
import { createNotices } from '../notices/create-notices.ts'
import { recordActivation } from './activation.ts'
import { recordEmailConfirmation } from './email-confirmation.ts'
import { moveManagedRequests } from './managed-requests.ts'
import { withAttemptLimit } from './password-attempts.ts'
import { mergeProfile, readProfile } from './profile.ts'
import { updateSessionKey } from './sessions.ts'

/** Updates a user. Users change their own name, phone, password and open profile fields; administrators change profile, manager, role and activity of all. `?updated=`: timestamp of the version that the client read. */
export function updateUser(e: core.RecordRequestEvent) {
  const user = e.record
  if (!user) return e.next()
  refuseExpensiveQuery(e)
  // Compares the password before the transaction, because the comparison is slow by design and would block all writers.
  if (!e.hasSuperuserAuth() && refuseWrongPassword(e, user)) addNewSession(user)
  let managers: string[] = []
  runRecordTransaction(e, (tx) => {
    const stored = findUserById(tx, user.id)
    if (!stored) throw createErrorResponse('user.notFound', 404)
    refuseStaleUpdate(e, stored)
    if (!e.hasSuperuserAuth()) {
      const caller = requirePermittedActor(e, user)
      normalizeProfile(tx, user)
      if (hasFieldChanged(user, 'profile')) mergeProfile(tx, user, stored, caller)
    }
    if (hasFieldChanged(user, 'isActive')) {
      user.set('deactivatedAt', user.getBool('isActive') ? '' : formatTimestamp())
      user.set('rejected', false)
    }
    managers = hasFieldChanged(user, 'manager') ? [stored.getString('manager'), user.getString('manager')] : []
    e.next()
    recordChanges(tx, e.auth, stored, findUserById(tx, user.id) ?? stored)
    if (getRequestBody(e).password !== undefined) recordUserEvent(tx, user, e.auth, 'password')
  })
  if (managers.length) moveManagedRequests(e.app)
  // Their waiting requests have another approver now.
  engine.notifyUsers('requests', managers.filter(Boolean))
}

/** Returns the user who makes the call, or throws. Reads the user again inside the transaction, because rights may have ended meanwhile. */
function requirePermittedActor(e: core.RecordRequestEvent, user: core.Record): core.Record {
  const caller = findUserById(e.app, e.auth?.id ?? '')
  if (!caller?.getBool('isActive')) throw createErrorResponse('user.inactive', 403)
  const changesRights = hasFieldChanged(user, 'role') || hasFieldChanged(user, 'isActive')
  const changesManager = hasFieldChanged(user, 'manager')
  if (changesRights && caller.id === user.id) throw createErrorResponse('user.self')
  if (changesManager && user.getString('manager') === user.id)
    throw createErrorResponse('user.ownManager', 400, { manager: 'user.ownManager' })
  if ((changesRights || changesManager || caller.id !== user.id) && !isAdmin(caller))
    throw createErrorResponse('user.forbidden', 403)
  return caller
}

function normalizeProfile(app: CoreApp, user: core.Record) {
  if (!hasFieldChanged(user, 'name') && !hasFieldChanged(user, 'phone')) return
  const { name, phone } = validateInput(profileSchema, {
    name: user.getString('name'),
    phone: user.getString('phone'),
  })
  user.set('name', name)
  user.set('phone', normalizePhone(getSettingsRecord(app).getString('country'), phone))
}

/** Adds `token` to the response: the session that replaces those which a new password ends. Stored records and realtime events do not contain it. */
function addNewSession(user: core.Record) {
  user.refreshTokenKey()
  user.withCustomData(true)
  user.set('token', user.newAuthToken())
}

/** Returns whether the call changes the password. Throws if the current one is wrong. */
function refuseWrongPassword(e: core.RecordRequestEvent, user: core.Record): boolean {
  const { password, passwordConfirm, oldPassword } = getRequestBody(e)
  if (password === undefined) return false
  validateInput(newPasswordSchema, { password, passwordConfirm })
  const isOwn = e.auth?.id === user.id
  const compare = () => {
    if (!isOwn || typeof oldPassword !== 'string' || !user.original().validatePassword(oldPassword))
      throw createErrorResponse('password.old', 400, { oldPassword: 'password.old' })
  }
  // Limits wrong passwords like the sign-in, so that an open session does not help to guess the password.
  withAttemptLimit(e, user.email(), compare, () => isOwn)
  return true
}

/** Records the changes of an account by a user or an import. */
export function recordChanges(tx: CoreApp, actor: core.Record | undefined, before: core.Record, after: core.Record) {
  const isActive = after.getBool('isActive')
  if (before.getBool('isActive') !== isActive) recordActivation(tx, after, actor, isActive ? 'activate' : 'deactivate')
  const [from, to] = [before.getString('role'), after.getString('role')]
  if (from !== to) recordUserEvent(tx, after, actor, 'role', { from, to })
  const fields = ['name', 'phone', 'profile', 'manager'].filter(
    (field) => before.getString(field) !== after.getString(field),
  )
  // Records phone and profile without values, because events are permanent and these are personal data.
  const named = (user: core.Record) => ({
    name: user.getString('name'),
    manager: findUserById(tx, user.getString('manager'))?.getString('name') ?? '',
  })
  const { changes } = diffValues(named(before), named(after))
  const [old, written] = [before, after].map(readProfile)
  const keys = Object.keys({ ...old, ...written }).filter((key) => !isDeepEqual(old?.[key], written?.[key]))
  const profile = fields.includes('profile') && { profile: keys }
  if (fields.length) recordUserEvent(tx, after, actor, 'update', { details: { fields, ...profile, changes } })
}

/** Enforces the rules of every change to a user, within its transaction. */
export function enforceUserRules(e: core.RecordEvent) {
  const user = e.record
  const stored = user && findUserById(e.app, user.id)
  if (!stored) return e.next()
  // Refuses a second change with the same link or password, because each authorizes one change. The first change
  // replaced the token key.
  const wasRead = user.original().tokenKey()
  // Records created in this call have no original key.
  if (wasRead && user.tokenKey() !== wasRead && stored.tokenKey() !== wasRead)
    throw createErrorResponse('recovery.token')
  user.ignoreUnchangedFields(true)
  user.setEmailVisibility(true)
  if (hasFieldChanged(user, 'isActive')) {
    // Ends open sessions, because PocketBase's own file calls do not check whether the user is active.
    updateSessionKey(e.app, user, user.getBool('isActive'))
  }
  if (hasFieldChanged(user, 'role') && isAdmin(user)) suspendKeys(e.app, user.id)
  e.next()
  if (user.verified() && !stored.verified()) recordEmailConfirmation(e.app, user)
  if (isActiveAdmin(stored) && !hasActiveAdmin(e.app)) throw createErrorResponse('user.lastAdmin')
}

/**
 * Suspends the keys that a new administrator created earlier, until an administrator confirms them. Otherwise the programs that use them would get an
 * administrator's rights.
 */
function suspendKeys(tx: CoreApp, user: string) {
  const suspended = queryRows(
    tx,
    `UPDATE api_keys SET confirmed = '' WHERE user = {:user} AND createdBy = {:user} AND confirmed != '' AND revoked = '' RETURNING id, name`,
    { user },
    { id: '', name: '' },
  )
  for (const { id, name } of suspended) {
    const news = { to: user, subjectId: id, details: { number: name, pending: true } }
    createNotices(tx, { kind: 'key', topic: `key ${id}`, news: [news] })
  }
}

/** Returns the phone number in E.164, or throws with the field's error: `300 123 4567` → `+573001234567`. */
export function normalizePhone(country: string, typed: string): string {
  if (!typed) return ''
  const phone = parsePhone(typed, country)
  if (!phone) throw createErrorResponse('invalid', 400, { phone: 'phone' })
  return phone
}
