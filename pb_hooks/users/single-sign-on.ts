import { isEmailDomainListed } from '../../src/domain/settings/settings.ts'
import { passwordRecoverySchema, userUpdateSchema } from '../../src/domain/users/user.ts'
import { recordUserEvent } from '../lib/events.ts'
import { createErrorResponse, getErrorStatus } from '../lib/http.ts'
import { getProviderName, googleName, listProviderSettings, requirePasswordAllowed } from '../lib/sign-in-settings.ts'
import { queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserByEmail, findUserById } from '../lib/users.ts'
import { enqueueMail } from '../mail/mail-queue.ts'
import { buildLinkedAccountMail } from '../mail/mails.ts'

/**
 * Signs in with the account of a provider, which PocketBase has checked. A signed-in caller links the account instead. A new user waits for
 * activation. An existing user without link must have an address that the provider assigns.
 */
export function signInWithProvider(e: core.RecordAuthWithOAuth2RequestEvent) {
  const account = e.oAuth2User
  if (!account) return e.next()
  const linked = findLinkedUserId(e.app, e.providerName, account.id)
  const caller = e.auth?.collection().name === 'users' ? e.auth : undefined
  // Otherwise the caller's data would be stored in a new account.
  e.createData = {}
  // PocketBase's response contains them, and no page needs them.
  account.accessToken = account.refreshToken = ''
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
    // Google also verifies addresses of other domains, and keeps them verified later. The claim `hd` is the domain that it manages.
    const managed = e.providerName === googleName ? `@${account.rawUser.hd}` : account.email
    if (user && !isEmailDomainListed(managed, $os.getenv('SSO_DOMAINS'))) throw createErrorResponse('sso.link')
    // PocketBase compares the letters of addresses exactly, and would try to create a second account.
    if (user) e.record = user
    else e.createData = { name: getAccountName(account) }
  }
  if (!linked && e.record && hasLink(e.app, e.record, e.providerName)) throw createErrorResponse('sso.other')
  try {
    return e.next()
  } catch (error) {
    // The collection's `authRule` refuses inactive users.
    if (getErrorStatus(error) !== 403) throw error
    const wasActive = e.record?.getString('deactivatedAt')
    throw createErrorResponse(wasActive ? 'user.inactive' : 'sso.pending', 403)
  }
}

function findLinkedUserId(app: CoreApp, provider: string, id: string): string {
  const query = `SELECT recordRef FROM _externalAuths WHERE collectionRef = {:users} AND provider = {:provider} AND providerId = {:id}`
  const users = app.findCachedCollectionByNameOrId('users').id
  return queryRow(app, query, { users, provider, id }, { recordRef: '' })?.recordRef ?? ''
}

function hasLink(app: CoreApp, { id }: core.Record, provider: string): boolean {
  const query = 'SELECT 1 AS n FROM _externalAuths WHERE recordRef = {:id} AND provider = {:provider}'
  return queryRow(app, query, { id, provider }, { n: 0 }) !== undefined
}

/** Returns the name, or one from the address if the name is missing or not allowed: `ana.peña@empresa.com` → `ana peña`. */
function getAccountName({ name, email }: auth.AuthUser): string {
  const isUsable = userUpdateSchema.safeParse({ name, email, phone: '' }).success
  return isUsable
    ? name
    : email
        .replace(/@.*/, '')
        .replace(/[._+-]+/g, ' ')
        .trim() || 'Sin nombre'
}

/** Stores the issuer of a linked account and reports the link to an active user, because the account opens the user's. */
export function recordLink(e: core.RecordEvent) {
  const settings = listProviderSettings().find(({ name }) => name === e.record?.getString('provider'))
  e.record?.set('issuer', settings?.issuer ?? '')
  e.next()
  const user = saveLinkEvent(e, 'link')
  if (user?.getBool('isActive')) enqueueMail(e.app, buildLinkedAccountMail(e.app, user, settings?.displayName ?? ''))
}

export function recordUnlink(e: core.RecordEvent) {
  e.next()
  saveLinkEvent(e, 'unlink')
}

function saveLinkEvent({ app, record }: core.RecordEvent, action: 'link' | 'unlink') {
  const user = findUserById(app, record?.getString('recordRef') ?? '')
  if (!user) return undefined
  const details = { provider: getProviderName(record?.getString('provider') ?? '') }
  writeInTransaction(app, (tx) => recordUserEvent(tx, user, user, action, { details }))
  return user
}

/** Refuses that users unlink an account who may sign in with nothing else. */
export function refuseLastUnlink(e: core.RecordRequestEvent) {
  if (e.auth) requirePasswordAllowed(e.auth)
  return e.next()
}
