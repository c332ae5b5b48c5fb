import type { KeyScope } from '../../src/domain/keys/key-scope.ts'
import { dayIn } from '../../src/domain/time/today.ts'
import { quoted } from '../lib/far-queries.ts'
import { withKeyName } from '../lib/key-of-call.ts'
import { isAdmin, personById } from '../lib/people.ts'
import { refuseProgram } from '../lib/program-refusals.ts'
import { row } from '../lib/sql.ts'
import { takeTry } from '../lib/tries.ts'
import { admitted } from '../runtime/admission.ts'
import { type Call, callOf } from './calls.ts'
import { noteUse } from './uses.ts'

/** Under this address stand the calls once more, for programs with a key. */
const door = '/key'
const router = 'router'
const wrongKeys = { what: 'wrong keys', most: 30, seconds: 60 }
/** Seconds of the session that a call behind the door begins with; it is judged at once. */
const life = 10
/** A relation to one of these tells nothing of people. */
const near = ['format', 'formatVersion', 'batch', 'request']

const shape = { id: '', name: '', user: '', scopes: '', expires: '', confirmed: '', createdBy: '', country: '' }
type StoredKey = typeof shape

/** What answers every call, kept for the door; between the server's taking its port and the first call. */
export function openRouter(e: core.ServeEvent) {
  e.app.store().set(router, e.server?.handler)
}

/**
 * `/key/api/…` with `Authorization: Bearer fp_…` is the call `/api/…` of the account that the key is for, if the key's scopes have it. It goes through the
 * same router as a person's, with a session that lives for this call: rules, limits and refusals are the same. A middleware before all calls
 * would do as well, and would take a second virtual machine for each of them, and one for each open line of a page.
 */
export function passDoor(e: core.RequestEvent) {
  const { app, request } = e
  if (!request?.url) throw refuseProgram('key.invalid', 401)
  const key = keyIn(app, request.header.get('Authorization'))
  const person = key && personById(app, key.user)
  if (!key || !person || !actsFor(key, person)) {
    const isTooMuch = takeTry(app, wrongKeys, e.realIP()) > 0
    throw isTooMuch ? refuseProgram('key.tries', 429) : refuseProgram('key.invalid', 401)
  }
  const address = withCollectionName(app, request.url.escapedPath().slice(door.length))
  const call = callOf(request.method, address)
  if (!call || !allows(app, call, JSON.parse(key.scopes) as KeyScope[], person, address))
    throw refuseProgram('key.scope', 403)
  noteUse(app, key.id)
  e.auth = person
  return admitted(e, 'programs', () => goOn(e, withKeyName(request, key.name), person, address))
}

/** PocketBase's own client asks for a file by the id of its collection: the same call. */
function withCollectionName(app: CoreApp, address: string): string {
  return address.replace(/^\/api\/files\/(pbc_\w+)\//, (whole, id: string) => {
    const [collection] = app.findAllCollections().filter((each) => each?.id === id)
    return collection ? `/api/files/${collection.name}/` : whole
  })
}

/** The key that a header holds, while it opens. Found by its hash: how near a wrong one comes takes no more or less time. */
function keyIn(app: CoreApp, header: string): StoredKey | undefined {
  const secret = /^(?:Bearer )?(fp_[A-Za-z0-9]{43})$/.exec(header)?.[1]
  const found =
    secret &&
    row(
      app,
      `SELECT api_keys.id, api_keys.name, user, scopes, expires, confirmed, createdBy, (SELECT country FROM settings LIMIT 1) AS country
       FROM api_keys WHERE hash = {:hash} AND revoked = ''`,
      { hash: $security.sha256(secret) },
      shape,
    )
  if (!found) return undefined
  return found.expires && dayIn(found.country || 'CO', Date.now()) > found.expires ? undefined : found
}

/** Whoever has become an administrator since gives his new powers to no key that another made for him. */
function actsFor({ user, createdBy, confirmed }: StoredKey, person: core.Record): boolean {
  return confirmed !== '' && person.getBool('isActive') && (!isAdmin(person) || createdBy === user)
}

function allows(app: CoreApp, call: Call, scopes: readonly string[], person: core.Record, address: string): boolean {
  if (call.by === 'public') return true
  if (!scopes.includes(call.by)) return false
  if (!call.reachesOthers || scopes.includes('decide')) return true
  const of = { id: address.split('/')[4] ?? '', me: person.id }
  const isThere = (query: string) => row(app, query, of, { one: 0 }) !== undefined
  // Which requests of others there are is told to no program: what such a person does not reach is refused behind the door as if it were not there.
  return isAdmin(person)
    ? isThere(`SELECT 1 AS one FROM ${call.reachesOthers} WHERE id = {:id} AND owner = {:me}`)
    : !isThere(othersAtOwnStep)
}

/** What whoever is no administrator reaches of others': a request at a step that he decides. */
const othersAtOwnStep = `SELECT 1 AS one FROM requests JOIN step_deciders AS power ON (power.version, power.position) = (formatVersion, step)
  WHERE requests.id = {:id} AND owner != {:me} AND power.person = {:me}`

function goOn(e: core.RequestEvent, request: http.Request, person: core.Record, address: string) {
  const { url } = request
  if (!url) return
  url.path = address
  url.rawPath = ''
  const query = url.query() as unknown as Query
  keepNear(query)
  // Also what a caller sends himself: the file would be given to whoever that is.
  query.del('token')
  if (address.startsWith('/api/files/')) query.set('token', person.newFileToken())
  url.rawQuery = query.encode()
  request.header.set('Authorization', person.newStaticAuthToken((life * 1e9) as unknown as time.Duration))
  ;(e.app.store().get(router) as http.Handler).serveHTTP(e.response, request)
}

/** Who may read requests with a key need not be able to find out people by them, letter by letter. */
function keepNear(query: Query) {
  // A remark that begins in the filter ends with it.
  const asked = `${query.get('filter').replace(quoted, "''")} ${query.get('sort')}`
  const isFar = [...asked.matchAll(/([A-Za-z_@]\w*)[:.]/g)].some(([, name = '']) => !near.includes(name))
  const expanded = query.get('expand').split(',').filter(Boolean)
  if (isFar || expanded.some((name) => !near.includes(name.trim()))) throw refuseProgram('key.query', 403)
  // Said twice, the first counts, here as behind the door.
  for (const name of ['filter', 'sort', 'expand']) if (query.has(name)) query.set(name, query.get(name))
}

/** Go's `url.Values`. */
interface Query {
  get(name: string): string
  has(name: string): boolean
  set(name: string, value: string): void
  del(name: string): void
  encode(): string
}
