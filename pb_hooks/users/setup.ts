import { maxPasswordLength, minPasswordLength } from '../../src/domain/users/password.ts'
import {
  type FirstAdmin,
  firstAdminSchema,
  installationSetupLinkSchema,
  installationSetupSchema,
} from '../../src/domain/users/user.ts'
import { recordEvent, recordUserEvent } from '../lib/events.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { logInfo } from '../lib/log.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserByEmail, hasActiveAdmin } from '../lib/users.ts'

const setupTokenKey = 'setupToken'

/** Creates the first administrator from the environment, or logs the link to the setup page; called at startup if no administrator is active. */
export function prepareFirstAdmin(app: CoreApp) {
  const email = $os.getenv('ADMIN_EMAIL')
  const password = $os.getenv('ADMIN_PASSWORD')
  if (email && password) return createConfiguredAdmin(app, email, password)
  const secret = $security.randomString(40)
  app.store().set(setupTokenKey, secret)
  logInfo(`Cree el primer administrador en ${app.settings().meta.appURL}/auth/setup?token=${secret}`)
}

function createConfiguredAdmin(app: CoreApp, email: string, password: string) {
  const named = firstAdminSchema.safeParse({ name: 'Administrador', email, password })
  if (!named.success)
    throw new Error(
      `ADMIN_EMAIL debe ser un correo y ADMIN_PASSWORD debe tener de ${minPasswordLength} a ${maxPasswordLength} caracteres.`,
    )
  writeInTransaction(app, (tx) => {
    addFirstAdmin(tx, named.data)
  })
}

/**
 * `POST /api/app/setup`: `{token, name, email, password, organisationName}` → 204, only once. With `?check`: `{token}` → 204 if the link is valid.
 * The check shares the call's rate limit, so that it cannot be used to guess tokens.
 */
export function completeInstallationSetup(e: core.RequestEvent) {
  if (e.request?.url?.query().get('check')) {
    checkSetupToken(e.app, readInput(e, installationSetupLinkSchema).token)
    return e.noContent(204)
  }
  const input = readInput(e, installationSetupSchema)
  writeInTransaction(e.app, (tx) => {
    checkSetupToken(tx, input.token)
    const user = addFirstAdmin(tx, input)
    const settings = getSettingsRecord(tx)
    settings.set('organisationName', input.organisationName)
    tx.save(settings)
    recordEvent(tx, {
      subject: 'settings',
      subjectId: settings.id,
      actor: user,
      action: 'update',
      details: { fields: ['organisationName'] },
    })
  })
  e.app.store().remove(setupTokenKey)
  return e.noContent(204)
}

function checkSetupToken(app: CoreApp, token: string) {
  if (hasActiveAdmin(app)) throw createErrorResponse('setup.done', 409)
  const secret = String(app.store().get(setupTokenKey) ?? '')
  if (!secret || !$security.equal(token, secret)) throw createErrorResponse('setup.token', 403)
}

function addFirstAdmin(tx: CoreApp, { name, email, password }: FirstAdmin) {
  const user = findUserByEmail(tx, email) ?? createUser(tx, name, email)
  // An anonymous client may have registered with this address, so the password is replaced.
  if (user.getString('role') !== '_admin') user.setPassword(password)
  user.set('role', '_admin')
  user.set('isActive', true)
  user.setVerified(true)
  tx.save(user)
  recordUserEvent(tx, user, user, 'setup', { to: '_admin' })
  return user
}

/** Creates an inactive user. A new record cannot be active, so the activation is a second save. */
function createUser(tx: CoreApp, name: string, email: string) {
  const user = new Record(tx.findCachedCollectionByNameOrId('users'))
  user.set('name', name)
  user.set('email', email)
  user.set('role', '_user')
  user.setRandomPassword()
  tx.save(user)
  return user
}
