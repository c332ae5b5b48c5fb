import { findUnsupportedCharacters } from '../../src/domain/documents/layout/supported-characters.ts'
import { keySchema } from '../../src/domain/keys/key-input.ts'
import type { CreatedKey, Key } from '../../src/domain/keys/key-output.ts'
import type { KeyScope } from '../../src/domain/keys/key-scope.ts'
import { formatTimestamp, getLocalToday } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, getPathId, readInput } from '../lib/http.ts'
import { isWithinRateLimit } from '../lib/limits.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserByEmail, findUserById, isAdmin, requireUser } from '../lib/users.ts'
import { createNotices } from '../notices/create-notices.ts'
import { getLastKeyUse } from './key-uses.ts'

/** Maximum active keys per creator. */
const maxKeys = { admin: 200, user: 10 }
/** Maximum keys per hour that a user without administrator rights creates. */
const maxKeysPerHour = 20

const keyColumns = {
  id: '',
  name: '',
  hint: '',
  scopes: '',
  user: '',
  userName: '',
  userIsActive: 0,
  createdByName: '',
  created: '',
  expires: '',
  confirmed: '',
  revoked: '',
  lastUsed: '',
}

/** `GET /api/app/keys` → `{items: Key[]}`: the user's own keys; all keys for administrators. Active keys first, then newest first. */
export function listKeys(e: core.RequestEvent) {
  const caller = requireUser(e)
  const which = isAdmin(caller) ? 'TRUE' : 'user = {:me}'
  const rows = queryRows(
    e.app,
    `SELECT api_keys.id, api_keys.name, hint, scopes, user, owner.name AS userName, owner.isActive AS userIsActive, maker.name AS createdByName,
       api_keys.created, expires, confirmed, revoked, lastUsed
     FROM api_keys JOIN users AS owner ON owner.id = user JOIN users AS maker ON maker.id = createdBy
     WHERE ${which} ORDER BY revoked != '', api_keys.created DESC LIMIT 500`,
    { me: caller.id },
    keyColumns,
  )
  const today = getLocalToday(e.app)
  const items = rows.map((key): Key => {
    const isExpired = key.revoked !== '' || (key.expires !== '' && today > key.expires)
    const lastUsed = getLastKeyUse(e.app, key.id) || key.lastUsed
    const scopes = JSON.parse(key.scopes) as KeyScope[]
    return { ...key, scopes, lastUsed, isExpired, userIsActive: key.userIsActive === 1 }
  })
  return e.json(200, { items })
}

/**
 * `POST /api/app/keys`: `{name, account, scopes, expires}` → `{id, secret, isPending}`. Only the hash is stored, so the
 * secret is shown once. A key for another user's account works only after that user confirms it, and never has the
 * scope `decide`.
 */
export function createKey(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { name, account, scopes, expires } = readInput(e, keySchema)
  if (findUnsupportedCharacters(name).length) throw createErrorResponse('invalid', 400, { name: 'unprintable' })
  if (!isAdmin(caller) && !isWithinRateLimit(e.app, `keys ${caller.id}`, maxKeysPerHour, 3_600))
    throw createErrorResponse('rate.limit', 429)
  if (expires && expires < getLocalToday(e.app)) throw createErrorResponse('invalid', 400, { expires: 'min' })
  // A secret has over 256 bits (62⁴³ > 2²⁵⁶) and cannot be guessed, so a fast hash is safe.
  const secret = `fp_${$security.randomString(43)}`
  const made: CreatedKey = { id: generateRecordId(), secret, isPending: false }
  writeInTransaction(e.app, (tx) => {
    const maker = findUserById(tx, caller.id)
    if (!maker?.getBool('isActive')) throw createErrorResponse('user.forbidden', 403)
    const owner = findUserByEmail(tx, account)
    const isOwn = owner?.id === maker.id
    // Checks rights before the account exists, because only administrators may find out which accounts exist.
    if (!isOwn && !isAdmin(maker)) throw createErrorResponse('user.forbidden', 403)
    if (!owner?.getBool('isActive') || (isAdmin(owner) && !isOwn))
      throw createErrorResponse('invalid', 400, { account: 'choice' })
    if (!isOwn && scopes.includes('decide')) throw createErrorResponse('invalid', 400, { scopes: 'key.decide' })
    made.isPending = !isOwn
    const taken = queryRow(tx, 'SELECT id FROM api_keys WHERE name = {:name}', { name }, { id: '' })
    if (taken) throw createErrorResponse('invalid', 400, { name: 'duplicate' })
    const open = queryRow(
      tx,
      "SELECT count(*) AS n FROM api_keys WHERE revoked = '' AND createdBy = {:maker}",
      { maker: maker.id },
      { n: 0 },
    )
    if ((open?.n ?? 0) >= (isAdmin(maker) ? maxKeys.admin : maxKeys.user))
      throw createErrorResponse('invalid', 400, { name: 'max' })
    const now = formatTimestamp()
    executeSql(
      tx,
      `INSERT INTO api_keys (id, name, hash, hint, user, scopes, expires, createdBy, created, confirmed)
       VALUES ({:id}, {:name}, {:hash}, {:hint}, {:user}, {:scopes}, {:expires}, {:createdBy}, {:created}, {:confirmed})`,
      {
        id: made.id,
        name,
        hash: $security.sha256(secret),
        hint: secret.slice(0, 7),
        user: owner.id,
        scopes: JSON.stringify([...new Set(scopes)]),
        expires,
        createdBy: maker.id,
        created: now,
        confirmed: isOwn ? now : '',
      },
    )
    const details = { name, user: owner.getString('name'), scopes, expires }
    recordEvent(tx, { subject: 'keys', subjectId: made.id, actor: maker, action: 'create', details })
    const news = {
      to: owner.id,
      subjectId: made.id,
      details: { number: name, by: maker.getString('name'), ...(!isOwn && { pending: true }) },
    }
    createNotices(tx, { kind: 'key', topic: `key ${made.id}`, news: [news] })
  })
  return e.json(200, made)
}

/** `POST /api/app/keys/{id}/confirm` → 204. The owner of the account permits the key to act in their name. */
export function confirmKey(e: core.RequestEvent) {
  return changeKey(e, 'confirm', (tx, id, key, actor) => {
    if (key.user !== actor.id || key.revoked) throw createErrorResponse('notFound', 404)
    if (key.confirmed) return false
    executeSql(tx, 'UPDATE api_keys SET confirmed = {:now} WHERE id = {:id}', { now: formatTimestamp(), id })
    return true
  })
}

/** `POST /api/app/keys/{id}/revoke` → 204. Allowed for administrators and the account's owner; takes effect with the next call. */
export function revokeKey(e: core.RequestEvent) {
  return changeKey(e, 'revoke', (tx, id, key, actor) => {
    if (key.user !== actor.id && !isAdmin(actor)) throw createErrorResponse('notFound', 404)
    if (key.revoked) return false
    const lastUsed = getLastKeyUse(tx, id)
    executeSql(tx, 'UPDATE api_keys SET revoked = {:now}, lastUsed = max(lastUsed, {:lastUsed}) WHERE id = {:id}', {
      now: formatTimestamp(),
      lastUsed,
      id,
    })
    return true
  })
}

const changedColumns = { name: '', user: '', confirmed: '', revoked: '' }

/** Runs `change` on the key of the path, and records the event `action` if `change` returns true. */
function changeKey(
  e: core.RequestEvent,
  action: 'confirm' | 'revoke',
  change: (tx: CoreApp, id: string, key: typeof changedColumns, actor: core.Record) => boolean,
) {
  const caller = requireUser(e)
  const id = getPathId(e)
  writeInTransaction(e.app, (tx) => {
    const actor = findUserById(tx, caller.id)
    if (!actor?.getBool('isActive')) throw createErrorResponse('user.forbidden', 403)
    const key = queryRow(
      tx,
      'SELECT name, user, confirmed, revoked FROM api_keys WHERE id = {:id}',
      { id },
      changedColumns,
    )
    if (!key) throw createErrorResponse('notFound', 404)
    if (change(tx, id, key, actor))
      recordEvent(tx, { subject: 'keys', subjectId: id, actor, action, details: { name: key.name } })
  })
  return e.noContent(204)
}
