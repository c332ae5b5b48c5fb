import type { KeyScope } from '../../src/domain/keys/key-scope.ts'
import { withApiKeyName } from '../lib/api-key.ts'
import { getLocalToday } from '../lib/clock.ts'
import { createErrorResponse } from '../lib/http.ts'
import { countAttempt, quotedTextPattern } from '../lib/limits.ts'
import { queryRow } from '../lib/sql.ts'
import { findUserById, isAdmin } from '../lib/users.ts'
import { type ApiCallRights, findApiCall } from './find-api-call.ts'
import { recordKeyUse } from './key-uses.ts'

/** Path prefix of API calls with a key. */
const prefix = '/key'
const wrongKeys = { what: 'wrong keys', max: 30, seconds: 60 }
/** Lifetime in seconds of the session token that the proxy creates per call; the router verifies it immediately. */
const sessionSeconds = 10
/** Relations that API clients may expand and filter by, because they reveal nothing of users. */
const allowedRelations = ['format', 'formatVersion', 'batch', 'request']

const keyColumns = { id: '', name: '', user: '', scopes: '', expires: '', confirmed: '', createdBy: '' }
type StoredKey = typeof keyColumns

/**
 * Forwards `/key/api/…` with `Authorization: Bearer fp_…` as the call `/api/…` of the key's user, if the key's scopes
 * include it: the engine answers the changed request once this handler has ended. The forwarded call has a short session,
 * so rules, limits and errors are those of a user.
 */
export function handleApiKeyCall(e: core.RequestEvent) {
  const { app, request } = e
  if (!request?.url) throw createErrorResponse('key.invalid', 401)
  const key = findKey(app, request.header.get('Authorization'))
  const user = key && findUserById(app, key.user)
  if (!key || !user || !canActFor(key, user)) {
    const isTooMuch = countAttempt(app, wrongKeys, e.realIP()) > 0
    throw isTooMuch ? createErrorResponse('key.attempts', 429) : createErrorResponse('key.invalid', 401)
  }
  const address = withCollectionName(app, request.url.escapedPath().slice(prefix.length))
  const call = findApiCall(apiCallRights, request.method, address)
  if (!call || !isAllowed(app, call, JSON.parse(key.scopes) as KeyScope[], user, address))
    throw createErrorResponse('key.scope', 403)
  recordKeyUse(app, key.id)
  e.request = forward(withApiKeyName(request, key.name), user, address)
}

/** Replaces the id of a collection by its name, because PocketBase's own client requests files by the id. */
function withCollectionName(app: CoreApp, address: string): string {
  return address.replace(/^\/api\/files\/(pbc_\w+)\//, (match, id: string) => {
    const [collection] = app.findAllCollections().filter((each) => each?.id === id)
    return collection ? `/api/files/${collection.name}/` : match
  })
}

/** Returns the valid key of a header; undefined if there is none. Looks it up by hash, so that response times reveal nothing about stored keys. */
function findKey(app: CoreApp, header: string): StoredKey | undefined {
  const secret = /^(?:Bearer )?(fp_[A-Za-z0-9]{43})$/.exec(header)?.[1]
  const found =
    secret &&
    queryRow(
      app,
      `SELECT api_keys.id, api_keys.name, user, scopes, expires, confirmed, createdBy
       FROM api_keys WHERE hash = {:hash} AND revoked = ''`,
      { hash: $security.sha256(secret) },
      keyColumns,
    )
  if (!found) return undefined
  return found.expires && getLocalToday(app) > found.expires ? undefined : found
}

/** Returns whether a key may act for its user. If the user became an administrator, keys created by other users stop working. */
function canActFor({ user, createdBy, confirmed }: StoredKey, person: core.Record): boolean {
  return confirmed !== '' && person.getBool('isActive') && (!isAdmin(person) || createdBy === user)
}

function isAllowed(
  app: CoreApp,
  call: ApiCallRights,
  scopes: readonly string[],
  user: core.Record,
  address: string,
): boolean {
  if (call.by === 'public') return true
  if (!scopes.includes(call.by)) return false
  if (!call.reachesOthers || scopes.includes('decide')) return true
  const of = { id: address.split('/')[4] ?? '', me: user.id }
  const exists = (query: string) => queryRow(app, query, of, { one: 0 }) !== undefined
  // Refuses such requests as not found, so that programs cannot find out which requests exist.
  return isAdmin(user)
    ? exists(`SELECT 1 AS one FROM ${call.reachesOthers} WHERE id = {:id} AND owner = {:me}`)
    : !exists(othersAtOwnStep)
}

/** SQL that finds a request of another user at a stage of which the user is an approver. */
const othersAtOwnStep = `SELECT 1 AS one FROM requests JOIN step_approvers AS power ON (power.version, power.position, power.manager) = (formatVersion, step, requests.manager)
  WHERE requests.id = {:id} AND owner != {:me} AND power.person = {:me}`

/** Changes `request` to the call of the user at `address`. */
function forward(request: http.Request, user: core.Record, address: string): http.Request {
  const { url } = request
  if (!url) return request
  url.path = address
  url.rawPath = ''
  const query = url.query()
  refuseUserFilters(query)
  // Deletes the client's own token, because PocketBase would serve the file to that token's user.
  query.del('token')
  if (address.startsWith('/api/files/')) query.set('token', user.newFileToken())
  url.rawQuery = query.encode()
  request.header.set('Authorization', user.newStaticAuthToken(sessionSeconds * 1e9))
  return request
}

/** Refuses filters by fields of users, because a key that may read requests could find out their values letter by letter. */
function refuseUserFilters(query: url.Values) {
  // `quotedTextPattern` also matches comments, which end with the filter.
  const text = `${query.get('filter').replace(quotedTextPattern, "''")} ${query.get('sort')}`
  const isFar = [...text.matchAll(/([A-Za-z_@]\w*)[:.]/g)].some(([, name = '']) => !allowedRelations.includes(name))
  const expanded = query.get('expand').split(',').filter(Boolean)
  if (isFar || expanded.some((name) => !allowedRelations.includes(name.trim())))
    throw createErrorResponse('key.query', 403)
  // Reduces a repeated parameter to its first value, the one that the router uses.
  for (const name of ['filter', 'sort', 'expand']) if (query.has(name)) query.set(name, query.get(name))
}
