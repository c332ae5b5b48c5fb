import { keyInput } from '../../src/domain/key-input.ts'
import type { Key, KeyScope, NewKey } from '../../src/domain/key-scope.ts'
import { dayIn } from '../../src/domain/today.ts'
import { stamp } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { input, pathId } from '../lib/input.ts'
import { isActiveAdmin, isAdmin, personByEmail, personById, requireAdmin, settingsOf } from '../lib/people.ts'
import { recordId } from '../lib/record-id.ts'
import { refuse } from '../lib/refusal.ts'
import { row, rows, run } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'
import { lastUseOf } from './uses.ts'

/** Keys that open at the same time; a program needs one. */
const most = 200

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
  revoked: '',
  lastUsed: '',
}

/** `GET /api/app/keys` → `{items: Key[]}`: those that open first, then the latest. */
export function listKeys(e: core.RequestEvent) {
  requireAdmin(e)
  const stored = rows(
    e.app,
    `SELECT api_keys.id, api_keys.name, hint, scopes, user, owner.name AS userName, owner.isActive AS userIsActive, maker.name AS createdByName,
       api_keys.created, expires, revoked, lastUsed
     FROM api_keys JOIN users AS owner ON owner.id = user JOIN users AS maker ON maker.id = createdBy
     ORDER BY revoked != '', api_keys.created DESC LIMIT 500`,
    {},
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

/** `POST /api/app/keys`: `{name, account, scopes, expires}` → `{id, secret}`. The secret is told this once: its hash is kept. */
export function createKey(e: core.RequestEvent) {
  const asker = requireAdmin(e)
  const { name, account, scopes, expires } = input(e, keyInput)
  if (expires && expires < todayOf(e.app)) throw refuse('invalid', 400, { expires: 'min' })
  // 62⁴³ are more than 2²⁵⁶: nobody guesses one, so a hash that is quickly made keeps it.
  const secret = `fp_${$security.randomString(43)}`
  const made: NewKey = { id: recordId(), secret }
  writing(e.app, (tx) => {
    const maker = personById(tx, asker.id)
    if (!maker || !isActiveAdmin(maker)) throw refuse('user.forbidden', 403)
    const owner = personByEmail(tx, account)
    // What another administrator is said to have done he did himself.
    if (!owner?.getBool('isActive') || (isAdmin(owner) && owner.id !== maker.id))
      throw refuse('invalid', 400, { account: 'choice' })
    const taken = row(tx, 'SELECT id FROM api_keys WHERE name = {:name}', { name }, { id: '' })
    if (taken) throw refuse('invalid', 400, { name: 'duplicate' })
    const open = row(tx, "SELECT count(*) AS n FROM api_keys WHERE revoked = ''", {}, { n: 0 })
    if ((open?.n ?? 0) >= most) throw refuse('invalid', 400, { name: 'max' })
    run(
      tx,
      `INSERT INTO api_keys (id, name, hash, hint, user, scopes, expires, createdBy, created)
       VALUES ({:id}, {:name}, {:hash}, {:hint}, {:user}, {:scopes}, {:expires}, {:createdBy}, {:created})`,
      {
        id: made.id,
        name,
        hash: $security.sha256(secret),
        hint: secret.slice(0, 7),
        user: owner.id,
        scopes: JSON.stringify([...new Set(scopes)]),
        expires,
        createdBy: maker.id,
        created: stamp(),
      },
    )
    const details = { name, user: owner.getString('name'), scopes, expires }
    recordEvent(tx, { subject: 'keys', subjectId: made.id, actor: maker, action: 'create', details })
  })
  return e.json(200, made)
}

/** `POST /api/app/keys/{id}/revoke` → 204: from the next call on it opens nothing. */
export function revokeKey(e: core.RequestEvent) {
  const asker = requireAdmin(e)
  const id = pathId(e)
  writing(e.app, (tx) => {
    const actor = personById(tx, asker.id)
    if (!actor || !isActiveAdmin(actor)) throw refuse('user.forbidden', 403)
    const key = row(tx, 'SELECT name, revoked FROM api_keys WHERE id = {:id}', { id }, { name: '', revoked: '' })
    if (!key) throw refuse('notFound', 404)
    if (key.revoked) return
    const lastUsed = lastUseOf(tx, id)
    run(tx, 'UPDATE api_keys SET revoked = {:now}, lastUsed = max(lastUsed, {:lastUsed}) WHERE id = {:id}', {
      now: stamp(),
      lastUsed,
      id,
    })
    recordEvent(tx, { subject: 'keys', subjectId: id, actor, action: 'revoke', details: { name: key.name } })
  })
  return e.noContent(204)
}

function todayOf(app: CoreApp): string {
  return dayIn(settingsOf(app).getString('country') || 'CO', Date.now())
}
