import type { ErrorCode } from '../src/domain/errors.ts'
import { stamp } from './clock.ts'
import { tell } from './events.ts'
import { waitingLetter } from './letters.ts'
import { activeAdmins, personById } from './people.ts'
import { post } from './post.ts'
import { refuse } from './refusal.ts'
import { row, run } from './sql.ts'

/** Wrong tries that end a code; a fresh code starts a new count. */
const triesPerCode = 5
/** Wrong tries of one person in a day, however many codes were asked for. */
const triesPerDay = 50
const day = 24 * 60 * 60 * 1000

/**
 * Uses a one-time code up: confirms the e-mail of the person it was sent to and leaves the password alone.
 * PocketBase's own way counts tries for each address apart and may replace the password.
 */
export function redeem(app: CoreApp, otpId: string, code: string): core.Record {
  const otp = find(app, otpId)
  const users = app.findCachedCollectionByNameOrId('users')
  const person = otp?.collectionRef() === users.id ? personById(app, otp.recordRef()) : undefined
  if (!otp || !person) throw refuse('code.invalid')
  if (otp.hasExpired(users.otp.durationTime())) throw refuse('code.expired')
  if (!takeTry(app, person)) throw refuse('code.tries', 429)
  if (!otp.validatePassword(code)) throw refuse('code.invalid')
  let refusal: ErrorCode | undefined
  app.runInTransaction((tx) => {
    const unused = find(tx, otpId)
    if (!unused) refusal = 'code.invalid'
    else confirm(tx, unused, person.id)
  })
  if (refusal) throw refuse(refusal)
  return personById(app, person.id) ?? person
}

function find(app: CoreApp, otpId: string): core.OTP | undefined {
  try {
    return app.findOTPById(otpId)
  } catch {
    return undefined
  }
}

/** A try counts before the code is compared, so that a hundred at once are a hundred. */
function takeTry(app: CoreApp, person: core.Record): boolean {
  let allowed = false
  app.runInTransaction((tx) => {
    const user = person.id
    run(tx, 'DELETE FROM code_tries WHERE user = {:user} AND created < {:before}', {
      user,
      before: stamp(Date.now() - day),
    })
    const tries = row(
      tx,
      `SELECT count(*) AS ofDay, count(CASE WHEN created >= latest THEN 1 END) AS ofCode
       FROM code_tries, (SELECT max(created) AS latest FROM _otps WHERE recordRef = {:user}) WHERE user = {:user}`,
      { user },
      { ofDay: 0, ofCode: 0 },
    )
    allowed = tries !== undefined && tries.ofCode < triesPerCode && tries.ofDay < triesPerDay
    if (allowed) remember(tx, user)
  })
  return allowed
}

function remember(tx: CoreApp, user: string) {
  const attempt = new Record(tx.findCachedCollectionByNameOrId('code_tries'))
  attempt.set('user', user)
  tx.save(attempt)
}

function confirm(tx: CoreApp, otp: core.OTP, id: string) {
  const person = personById(tx, id)
  if (!person) return
  tx.delete(otp)
  run(tx, 'DELETE FROM code_tries WHERE user = {:id}', { id })
  if (person.verified()) return
  person.setVerified(true)
  tx.save(person)
  tell(tx, { subject: 'users', subjectId: id, owner: id, actor: person, action: 'verify' })
  if (person.getBool('isActive')) return
  for (const administrator of activeAdmins(tx)) if (administrator) post(tx, waitingLetter(tx, administrator, person))
}
