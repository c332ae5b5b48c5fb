import { invitation } from '../../src/domain/user.ts'
import { recordEvent } from '../lib/events.ts'
import { input } from '../lib/input.ts'
import { isActiveAdmin, personByEmail, personById, requireAdmin } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { writing } from '../lib/transaction.ts'
import { invitationMail } from '../mail/mails.ts'
import { queueMail } from '../mail/queue.ts'
import { secretMark } from '../mail/secrets.ts'

/** `POST /api/app/users/invite`: `{email, name, role}` → `{id}`; the person is active and chooses a password by mail. */
export function invite(e: core.RequestEvent) {
  const asker = requireAdmin(e)
  const { email, name, role } = input(e, invitation)
  const person = new Record(e.app.findCachedCollectionByNameOrId('users'))
  person.set('email', email)
  person.set('name', name)
  person.set('role', role)
  person.setRandomPassword()
  writing(e.app, (tx) => {
    const actor = personById(tx, asker.id)
    if (!actor || !isActiveAdmin(actor)) throw refuse('user.forbidden', 403)
    if (personByEmail(tx, email)) throw refuse('user.email', 400, { email: 'user.email' })
    tx.save(person)
    // Nobody is stored as active at once: activating is a change of its own.
    person.set('isActive', true)
    tx.save(person)
    recordEvent(tx, { subject: 'users', subjectId: person.id, owner: person.id, actor, action: 'invite', to: role })
    queueMail(tx, invitationMail(tx, person, secretMark), { kind: 'invitation', user: person.id })
  })
  return e.json(200, { id: person.id })
}
