import { phoneOf } from '../../src/domain/text/phone.ts'
import { newPassword, profile } from '../../src/domain/users/user.ts'
import { stamp } from '../lib/clock.ts'
import { changesBetween, recordEvent } from '../lib/events.ts'
import { refuseFarQuery } from '../lib/far-query.ts'
import { bodyOf, judge } from '../lib/input.ts'
import { changed, hasActiveAdmin, isActiveAdmin, isAdmin, personById, settingsOf } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { inTransaction } from '../lib/transaction.ts'
import { recordActivity } from './activity.ts'
import { keepProfile } from './profile.ts'
import { turnKey } from './sessions.ts'
import { judgedInTries } from './wrong-tries.ts'

/** A person changes his own name, phone or password, and of his profile what is his to fill in; an administrator anybody's profile, role and activity. */
export function updatePerson(e: core.RecordRequestEvent) {
  const person = e.record
  if (!person) return e.next()
  refuseFarQuery(e)
  // Outside the transaction: comparing a password takes long on purpose, and every writer would wait for it.
  if (!e.hasSuperuserAuth()) refuseWrongPassword(e, person)
  inTransaction(e, (tx) => {
    const stored = personById(tx, person.id)
    if (!stored) throw refuse('user.notFound', 404)
    if (!e.hasSuperuserAuth()) {
      const asker = refuseWrongActor(e, person)
      tidyProfile(tx, person)
      if (changed(person, 'profile')) keepProfile(tx, person, stored, asker)
    }
    e.next()
    recordChanges(tx, e, stored, personById(tx, person.id) ?? stored)
  })
}

/** The asker is read again inside the transaction: a moment ago he may have been an administrator. */
function refuseWrongActor(e: core.RecordRequestEvent, person: core.Record): core.Record {
  const asker = personById(e.app, e.auth?.id ?? '')
  if (!asker?.getBool('isActive')) throw refuse('user.inactive', 403)
  const changesRights = changed(person, 'role') || changed(person, 'isActive')
  if (changesRights && asker.id === person.id) throw refuse('user.self')
  if ((changesRights || asker.id !== person.id) && !isAdmin(asker)) throw refuse('user.forbidden', 403)
  return asker
}

function tidyProfile(app: CoreApp, person: core.Record) {
  if (!changed(person, 'name') && !changed(person, 'phone')) return
  const { name, phone } = judge(profile, { name: person.getString('name'), phone: person.getString('phone') })
  person.set('name', name)
  person.set('phone', phoneIn(settingsOf(app).getString('country'), phone))
}

function refuseWrongPassword(e: core.RecordRequestEvent, person: core.Record) {
  const { password, passwordConfirm, oldPassword } = bodyOf(e)
  if (password === undefined) return
  judge(newPassword, { password, passwordConfirm })
  const isOwn = e.auth?.id === person.id
  const compare = () => {
    if (!isOwn || typeof oldPassword !== 'string' || !person.original().validatePassword(oldPassword))
      throw refuse('password.old', 400, { oldPassword: 'password.old' })
  }
  // Who found an open session guesses no faster here than at the door.
  judgedInTries(e, person.email(), compare, () => isOwn)
}

function recordChanges(tx: CoreApp, e: core.RecordRequestEvent, before: core.Record, after: core.Record) {
  const line = { subject: 'users', subjectId: after.id, owner: after.id, actor: e.auth } as const
  if (before.getBool('isActive') !== after.getBool('isActive')) recordActivity(tx, after, e.auth)
  const [from, to] = [before.getString('role'), after.getString('role')]
  if (from !== to) recordEvent(tx, { ...line, action: 'role', from, to })
  if (bodyOf(e).password !== undefined) recordEvent(tx, { ...line, action: 'password' })
  const fields = ['name', 'phone', 'profile'].filter((field) => before.getString(field) !== after.getString(field))
  // Telephone and profile are named only: the history keeps personal data for ever.
  const named = (person: core.Record) => ({ name: person.getString('name') })
  const { changes } = changesBetween(named(before), named(after))
  if (fields.length) recordEvent(tx, { ...line, action: 'update', details: { fields, changes } })
}

/** What holds for every change of a person, whoever saves it: inside the transaction of that change. */
export function keepPeopleSafe(e: core.RecordEvent) {
  const person = e.record
  const stored = person && personById(e.app, person.id)
  if (!stored) return e.next()
  // A link that chooses a password, or a password that proves who asks, serves once: another change came first.
  const wasRead = person.original().tokenKey()
  // Somebody made a moment ago was not read at all.
  if (wasRead && person.tokenKey() !== wasRead && stored.tokenKey() !== wasRead) throw refuse('recovery.token')
  person.ignoreUnchangedFields(true)
  person.setEmailVisibility(true)
  if (changed(person, 'isActive')) {
    const isActive = person.getBool('isActive')
    person.set('deactivatedAt', isActive ? '' : stamp())
    // The open sessions end with it: PocketBase's own calls for files would still answer.
    turnKey(e.app, person, isActive)
  }
  e.next()
  if (isActiveAdmin(stored) && !hasActiveAdmin(e.app)) throw refuse('user.lastAdmin')
}

/** The number as it is kept (E.164), or the refusal of its field. */
export function phoneIn(country: string, typed: string): string {
  if (!typed) return ''
  const phone = phoneOf(typed, country)
  if (!phone) throw refuse('invalid', 400, { phone: 'phone' })
  return phone
}
