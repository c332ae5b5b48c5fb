import { isEmailDomainAllowed } from '../../src/domain/settings/settings.ts'
import { registrationSchema } from '../../src/domain/users/user.ts'
import { createErrorResponse } from '../lib/error-response.ts'
import { recordEvent } from '../lib/events.ts'
import { getRequestBody, validateInput } from '../lib/request-input.ts'
import { runRecordTransaction } from '../lib/transaction.ts'
import { findUserByEmail, getSettingsRecord } from '../lib/users.ts'
import { normalizePhone } from './user-updates.ts'

/** Registers an anonymous client: a `_user`, inactive and without a confirmed email address, whatever the body contains. */
export function registerUser(e: core.RecordRequestEvent) {
  const person = e.record
  if (!person || e.hasSuperuserAuth()) return e.next()
  const settings = getSettingsRecord(e.app)
  if (settings.getString('registration') !== 'open') throw createErrorResponse('registration.closed')
  const { password, passwordConfirm } = getRequestBody(e)
  const input = validateInput(registrationSchema, {
    name: person.getString('name'),
    email: person.getString('email'),
    phone: person.getString('phone'),
    password,
    passwordConfirm,
  })
  if (!isEmailDomainAllowed(input.email, settings.getString('allowedDomains')))
    throw createErrorResponse('registration.domain', 400, { email: 'registration.domain' })
  if (findUserByEmail(e.app, input.email)) throw createErrorResponse('user.email', 400, { email: 'user.email' })
  person.set('name', input.name)
  person.set('email', input.email)
  person.set('phone', normalizePhone(settings.getString('country'), input.phone))
  person.set('role', '_user')
  person.set('isActive', false)
  person.set('verified', false)
  person.set('profile', null)
  runRecordTransaction(e, (tx) => {
    e.next()
    recordEvent(tx, { subject: 'users', subjectId: person.id, owner: person.id, actor: person, action: 'register' })
  })
}

/** Makes the email visible in the record. Only the user and administrators can read the record, and they need it. */
export function makeEmailVisible(e: core.RecordEvent) {
  e.record?.setEmailVisibility(true)
  return e.next()
}
