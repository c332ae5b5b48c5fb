import { isEmailDomainAllowed } from '../../src/domain/settings/settings.ts'
import { registrationSchema, userUpdateSchema } from '../../src/domain/users/user.ts'
import { recordUserEvent } from '../lib/events.ts'
import { createErrorResponse, getRequestBody, validateInput } from '../lib/http.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { isPasswordForAdminsOnly } from '../lib/sign-in-settings.ts'
import { runRecordTransaction } from '../lib/transaction.ts'
import { findUserByEmail } from '../lib/users.ts'
import { normalizePhone } from './user-updates.ts'

/**
 * Registers an anonymous client: a `_user`, inactive and without a confirmed email address, whatever the body contains. Also registers the user of a
 * provider, whose password PocketBase has set at random and whose address it confirms afterwards.
 */
export function registerUser(e: core.RecordRequestEvent) {
  const user = e.record
  if (!user || e.hasSuperuserAuth()) return e.next()
  const settings = getSettingsRecord(e.app)
  const isFromProvider = e.requestInfo().context === 'oauth2'
  const isClosed = !isFromProvider && isPasswordForAdminsOnly()
  if (isClosed || settings.getString('registration') !== 'open') throw createErrorResponse('registration.closed')
  const { password, passwordConfirm } = getRequestBody(e)
  const typed = { name: user.getString('name'), email: user.getString('email'), phone: user.getString('phone') }
  const input = isFromProvider
    ? validateInput(userUpdateSchema, typed)
    : validateInput(registrationSchema, { ...typed, password, passwordConfirm })
  if (!isEmailDomainAllowed(input.email, settings.getString('allowedDomains')))
    throw createErrorResponse('registration.domain', 400, { email: 'registration.domain' })
  if (findUserByEmail(e.app, input.email)) throw createErrorResponse('user.email', 400, { email: 'user.email' })
  user.set('name', input.name)
  user.set('email', input.email)
  user.set('phone', normalizePhone(settings.getString('country'), input.phone))
  user.set('role', '_user')
  user.set('isActive', false)
  user.set('verified', false)
  user.set('profile', null)
  user.set('manager', '')
  runRecordTransaction(e, (tx) => {
    e.next()
    recordUserEvent(tx, user, user, 'register')
  })
}

/** Makes the email visible in the record. Only the user and administrators can read the record, and they need it. */
export function makeEmailVisible(e: core.RecordEvent) {
  e.record?.setEmailVisibility(true)
  return e.next()
}
