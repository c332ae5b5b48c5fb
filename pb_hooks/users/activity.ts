import type { DecisionOutcome } from '../../src/domain/request.ts'
import { peopleChosen } from '../../src/domain/user.ts'
import { recordEvent } from '../lib/events.ts'
import { input } from '../lib/input.ts'
import { isActiveAdmin, personById, requireAdmin } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { writing } from '../lib/transaction.ts'
import { activationMail } from '../mail/mails.ts'
import { queueMail } from '../mail/queue.ts'

/** `POST /api/app/users/activate`: `{ids}` → `{changed: [ids], skipped: [{id, code}]}`. */
export function activatePeople(e: core.RequestEvent) {
  return setActivity(e, true)
}

/** `POST /api/app/users/deactivate`: as `activate`; nobody ends himself. */
export function deactivatePeople(e: core.RequestEvent) {
  return setActivity(e, false)
}

function setActivity(e: core.RequestEvent, isActive: boolean) {
  const asker = requireAdmin(e)
  const { ids } = input(e, peopleChosen)
  const outcome: DecisionOutcome = { changed: [], skipped: [] }
  writing(e.app, (tx) => {
    const actor = personById(tx, asker.id)
    if (!actor || !isActiveAdmin(actor)) throw refuse('user.forbidden', 403)
    for (const id of new Set(ids)) {
      const code = setOne(tx, actor, id, isActive)
      if (code) outcome.skipped.push({ id, code })
      else outcome.changed.push(id)
    }
  })
  return e.json(200, outcome)
}

/** The code of what stands against it, or nothing once it is done. */
function setOne(tx: CoreApp, actor: core.Record, id: string, isActive: boolean) {
  const person = personById(tx, id)
  if (!person) return 'user.notFound'
  if (person.id === actor.id) return 'user.self'
  if (person.getBool('isActive') === isActive) return 'user.unchanged'
  person.set('isActive', isActive)
  tx.save(person)
  recordActivity(tx, person, actor)
  return undefined
}

/** Tells of an activation or its end, and writes to whom can come in now. */
export function recordActivity(tx: CoreApp, person: core.Record, actor: core.Record | undefined) {
  const action = person.getBool('isActive') ? 'activate' : 'deactivate'
  recordEvent(tx, { subject: 'users', subjectId: person.id, owner: person.id, actor, action })
  if (action === 'activate') queueMail(tx, activationMail(tx, person))
}
