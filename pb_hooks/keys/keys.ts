import { lackingIn } from '../../src/domain/documents/layout/written.ts'
import { keyInput } from '../../src/domain/keys/key-input.ts'
import type { Key, KeyScope, NewKey } from '../../src/domain/keys/key-scope.ts'
import { dayIn } from '../../src/domain/time/today.ts'
import { stamp } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { input, pathId } from '../lib/input.ts'
import { isAdmin, personByEmail, personById, requireUser, settingsOf } from '../lib/people.ts'
import { isWithinRate } from '../lib/rate-limit.ts'
import { recordId } from '../lib/record-id.ts'
import { refuse } from '../lib/refusal.ts'
import { row, rows, run } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'
import { createNotices } from '../notices/create.ts'
import { lastUseOf } from './uses.ts'

/** Keys that one person made and that are not revoked; a program needs one. */
const most = { admin: 200, user: 10 }
/** Keys that a user who is no administrator makes in an hour. */
const mostAnHour = 20

const shape = {
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

/** `GET /api/app/keys` → `{items: Key[]}`: keys of the own account, of all to an administrator; those that open first, then the latest. */
export function listKeys(e: core.RequestEvent) {
  const asker = requireUser(e)
  const which = isAdmin(asker) ? 'TRUE' : 'user = {:me}'
  const stored = rows(
    e.app,
    `SELECT api_keys.id, api_keys.name, hint, scopes, user, owner.name AS userName, owner.isActive AS userIsActive, maker.name AS createdByName,
       api_keys.created, expires, confirmed, revoked, lastUsed
     FROM api_keys JOIN users AS owner ON owner.id = user JOIN users AS maker ON maker.id = createdBy
     WHERE ${which} ORDER BY revoked != '', api_keys.created DESC LIMIT 500`,
    { me: asker.id },
    shape,
  )
  const today = todayOf(e.app)
  const items = stored.map((key): Key => {
    const isOver = key.revoked !== '' || (key.expires !== '' && today > key.expires)
    const lastUsed = lastUseOf(e.app, key.id) || key.lastUsed
    const scopes = JSON.parse(key.scopes) as KeyScope[]
    return { ...key, scopes, lastUsed, isOver, userIsActive: key.userIsActive === 1 }
  })
  return e.json(200, { items })
}

/**
 * `POST /api/app/keys`: `{name, account, scopes, expires}` → `{id, secret, isPending}`. The secret is shown this once: its hash is kept.
 * An administrator's key for another's account opens nothing until that person confirms it, and never decides in that person's name.
 */
export function createKey(e: core.RequestEvent) {
  const asker = requireUser(e)
  const { name, account, scopes, expires } = input(e, keyInput)
  if (lackingIn(name).length) throw refuse('invalid', 400, { name: 'unprintable' })
  if (!isAdmin(asker) && !isWithinRate(e.app, `keys ${asker.id}`, mostAnHour, 3_600)) throw refuse('rate.limit', 429)
  if (expires && expires < todayOf(e.app)) throw refuse('invalid', 400, { expires: 'min' })
  // 62⁴³ are more than 2²⁵⁶: nobody guesses one, so a hash that is quickly made keeps it.
  const secret = `fp_${$security.randomString(43)}`
  const made: NewKey = { id: recordId(), secret, isPending: false }
  writing(e.app, (tx) => {
    const maker = personById(tx, asker.id)
    if (!maker?.getBool('isActive')) throw refuse('user.forbidden', 403)
    const owner = personByEmail(tx, account)
    const isOwn = owner?.id === maker.id
    // Checked before anything is said of the account: only administrators learn which accounts there are.
    if (!isOwn && !isAdmin(maker)) throw refuse('user.forbidden', 403)
    if (!owner?.getBool('isActive') || (isAdmin(owner) && !isOwn)) throw refuse('invalid', 400, { account: 'choice' })
    if (!isOwn && scopes.includes('decide')) throw refuse('invalid', 400, { scopes: 'key.decide' })
    made.isPending = !isOwn
    const taken = row(tx, 'SELECT id FROM api_keys WHERE name = {:name}', { name }, { id: '' })
    if (taken) throw refuse('invalid', 400, { name: 'duplicate' })
    const open = row(
      tx,
      "SELECT count(*) AS n FROM api_keys WHERE revoked = '' AND createdBy = {:maker}",
      { maker: maker.id },
      { n: 0 },
    )
    if ((open?.n ?? 0) >= (isAdmin(maker) ? most.admin : most.user)) throw refuse('invalid', 400, { name: 'max' })
    const now = stamp()
    run(
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

/** `POST /api/app/keys/{id}/confirm` → 204: the owner of the account lets a key act in their name. */
export function confirmKey(e: core.RequestEvent) {
  return changeKey(e, 'confirm', (tx, id, key, actor) => {
    if (key.user !== actor.id || key.revoked) throw refuse('notFound', 404)
    if (key.confirmed) return false
    run(tx, 'UPDATE api_keys SET confirmed = {:now} WHERE id = {:id}', { now: stamp(), id })
    return true
  })
}

/** `POST /api/app/keys/{id}/revoke` → 204: by an administrator or the owner of its account; from the next call on it opens nothing. */
export function revokeKey(e: core.RequestEvent) {
  return changeKey(e, 'revoke', (tx, id, key, actor) => {
    if (key.user !== actor.id && !isAdmin(actor)) throw refuse('notFound', 404)
    if (key.revoked) return false
    const lastUsed = lastUseOf(tx, id)
    run(tx, 'UPDATE api_keys SET revoked = {:now}, lastUsed = max(lastUsed, {:lastUsed}) WHERE id = {:id}', {
      now: stamp(),
      lastUsed,
      id,
    })
    return true
  })
}

const storedShape = { name: '', user: '', confirmed: '', revoked: '' }

/** Changes the key of the path and records `action` in the history, if `change` returns that it changed the key. */
function changeKey(
  e: core.RequestEvent,
  action: 'confirm' | 'revoke',
  change: (tx: CoreApp, id: string, key: typeof storedShape, actor: core.Record) => boolean,
) {
  const asker = requireUser(e)
  const id = pathId(e)
  writing(e.app, (tx) => {
    const actor = personById(tx, asker.id)
    if (!actor?.getBool('isActive')) throw refuse('user.forbidden', 403)
    const key = row(tx, 'SELECT name, user, confirmed, revoked FROM api_keys WHERE id = {:id}', { id }, storedShape)
    if (!key) throw refuse('notFound', 404)
    if (change(tx, id, key, actor))
      recordEvent(tx, { subject: 'keys', subjectId: id, actor, action, details: { name: key.name } })
  })
  return e.noContent(204)
}

function todayOf(app: CoreApp): string {
  return dayIn(settingsOf(app).getString('country') || 'CO', Date.now())
}
