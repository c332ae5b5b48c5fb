import { isEmailDomainListed } from '../../src/domain/settings/settings.ts'
import { passwordRecoverySchema, userUpdateSchema } from '../../src/domain/users/user.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, getErrorStatus, hasErrorCode } from '../lib/http.ts'
import { queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserByEmail, findUserById } from '../lib/users.ts'
import { announceRegistration } from './registration-news.ts'

/**
 * Signs in with the account of a provider, which PocketBase has checked. A signed-in caller links the account instead. A new user waits for
 * activation, and an existing one without link must have an address of `SSO_DOMAINS`: whoever rules a provider's addresses rules its accounts.
 */
export function signInWithProvider(e: core.RecordAuthWithOAuth2RequestEvent) {
  const account = e.oAuth2User
  if (!account) return e.next()
  const linked = findLinkedUserId(e.app, e.providerName, account.id)
  const caller = e.auth?.collection().name === 'users' ? e.auth : undefined
  // Otherwise the caller's data would be stored in a new account.
  e.createData = {}
  if (caller) {
    if (!caller.getBool('isActive')) throw createErrorResponse('user.inactive', 403)
    if (linked && linked !== caller.id) throw createErrorResponse('sso.taken')
    // With each sign-in, PocketBase would replace the password of a user without a confirmed address.
    if (!caller.verified()) throw createErrorResponse('sso.unverified')
  } else if (!linked) {
    const email = passwordRecoverySchema.safeParse({ email: account.email })
    // PocketBase leaves out an address that the provider has not verified.
    if (!email.success) throw createErrorResponse('sso.email')
    account.email = email.data.email
    const user = findUserByEmail(e.app, account.email)
    if (user && !isEmailDomainListed(account.email, $os.getenv('SSO_DOMAINS'))) throw createErrorResponse('sso.link')
    // PocketBase compares the letters of addresses exactly, and would try to create a second account.
    if (user) e.record = user
    else e.createData = { name: getUsableName(account) }
  }
  const isConfirmed = e.record?.verified() ?? true
  try {
    return e.next()
  } catch (error) {
    if (getErrorStatus(error) !== 403 || hasErrorCode(error)) throw error
    const wasActive = e.record?.getString('deactivatedAt')
    throw createErrorResponse(wasActive ? 'user.inactive' : 'sso.pending', 403)
  } finally {
    if (!isConfirmed && e.record) recordConfirmedEmail(e.app, e.record.id)
  }
}

/** Records that a provider confirmed the address of a user who had registered with a password. PocketBase has replaced the password. */
function recordConfirmedEmail(app: CoreApp, id: string) {
  writeInTransaction(app, (tx) => {
    const user = findUserById(tx, id)
    if (!user?.verified()) return
    recordEvent(tx, { subject: 'users', subjectId: id, owner: id, actor: user, action: 'verify' })
    if (!user.getBool('isActive')) announceRegistration(tx, user)
  })
}

function findLinkedUserId(app: CoreApp, provider: string, id: string): string {
  const query = `SELECT recordRef FROM _externalAuths WHERE collectionRef = {:users} AND provider = {:provider} AND providerId = {:id}`
  const users = app.findCachedCollectionByNameOrId('users').id
  return queryRow(app, query, { users, provider, id }, { recordRef: '' })?.recordRef ?? ''
}

/** Returns the name, or one from the address if the name is missing or not allowed: `ana.peña@empresa.com` → `ana peña`. */
function getUsableName({ name, email }: auth.AuthUser): string {
  const isUsable = userUpdateSchema.safeParse({ name, email, phone: '' }).success
  return isUsable
    ? name
    : email
        .replace(/@.*/, '')
        .replace(/[._+-]+/g, ' ')
        .trim() || 'Sin nombre'
}

export function recordLink(e: core.RecordEvent) {
  e.next()
  saveLinkEvent(e, 'link')
}

export function recordUnlink(e: core.RecordEvent) {
  e.next()
  saveLinkEvent(e, 'unlink')
}

function saveLinkEvent({ app, record }: core.RecordEvent, action: 'link' | 'unlink') {
  const user = findUserById(app, record?.getString('recordRef') ?? '')
  if (!user) return
  const details = { provider: record?.getString('provider') ?? '' }
  const event = { subject: 'users', subjectId: user.id, owner: user.id, actor: user, action, details } as const
  writeInTransaction(app, (tx) => recordEvent(tx, event))
}
