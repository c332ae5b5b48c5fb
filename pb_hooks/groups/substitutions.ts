import {
  getMaxSubstitutionEnd,
  getSubstitutionState,
  type SubstitutionInput,
  substitutionSchema,
} from '../../src/domain/groups/substitution.ts'
import { getValidationContext } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, validateInput } from '../lib/http.ts'
import { refuseExpensiveQuery } from '../lib/limits.ts'
import { queryRow } from '../lib/sql.ts'
import { runRecordTransaction } from '../lib/transaction.ts'
import { findUserById, isAdmin } from '../lib/users.ts'
import { createNotices } from '../notices/create-notices.ts'

/** Saves a substitution. Users name their own substitute; administrators anyone's. */
export function saveSubstitution(e: core.RecordRequestEvent) {
  const substitution = e.record
  if (!substitution) return e.next()
  refuseExpensiveQuery(e)
  const written = validateInput(substitutionSchema, {
    person: substitution.getString('person'),
    substitute: substitution.getString('substitute'),
    from: substitution.getString('from'),
    to: substitution.getString('to'),
  })
  const { today } = getValidationContext(e.app)
  if (written.to < today || written.to > getMaxSubstitutionEnd(today))
    throw createErrorResponse('invalid', 400, { to: 'substitution.days' })
  runRecordTransaction(e, (tx) => {
    refuseOtherUsers(tx, e, written.person)
    if (!findUserById(tx, written.substitute)?.getBool('isActive'))
      throw createErrorResponse('invalid', 400, { substitute: 'substitution.inactive' })
    // Refuses a period that shares a day with another substitution of the user. Periods include their first and last day.
    const shared = 'SELECT id FROM substitutions WHERE person = {:person} AND "from" <= {:to} AND "to" >= {:from}'
    if (queryRow(tx, shared, written, { id: '' }))
      throw createErrorResponse('invalid', 400, { from: 'substitution.overlap' })
    e.next()
    recordSubstitutionEvent(tx, e.auth, substitution, 'substitute')
    notifySubstitute(tx, e.auth, written)
  })
}

export function notifySubstitute(
  tx: CoreApp,
  actor: core.Record | undefined,
  { person, substitute, from, to }: SubstitutionInput,
) {
  if (substitute === actor?.id) return
  const details = { by: findUserById(tx, person)?.getString('name') ?? '', from, to }
  const news = [{ to: substitute, subjectId: person, details }]
  createNotices(tx, { kind: 'substitution', topic: `substitution ${person}`, news })
}

export function endSubstitution(e: core.RecordRequestEvent) {
  const substitution = e.record
  if (!substitution) return e.next()
  runRecordTransaction(e, (tx) => {
    refuseOtherUsers(tx, e, substitution.getString('person'))
    e.next()
    recordSubstitutionEvent(tx, e.auth, substitution, 'substituteEnd')
  })
}

/** Adds both names to a substitution, because users cannot read each other's records, and adds whether the substitution is in effect today. */
export function addSubstitutionNames(e: core.RecordEnrichEvent) {
  const substitution = e.record
  if (!substitution) return e.next()
  substitution.withCustomData(true)
  for (const field of ['person', 'substitute'])
    substitution.set(`${field}Name`, findUserById(e.app, substitution.getString(field))?.getString('name') ?? '')
  substitution.set(
    'state',
    getSubstitutionState(
      getValidationContext(e.app).today,
      substitution.getString('from'),
      substitution.getString('to'),
    ),
  )
  return e.next()
}

/** Refuses other users' substitutions. Reads the user again inside the transaction, because rights may have changed meanwhile. */
function refuseOtherUsers(tx: CoreApp, e: core.RecordRequestEvent, user: string) {
  if (e.hasSuperuserAuth()) return
  const caller = findUserById(tx, e.auth?.id ?? '')
  if (!caller?.getBool('isActive')) throw createErrorResponse('user.inactive', 403)
  if (caller.id !== user && !isAdmin(caller)) throw createErrorResponse('user.forbidden', 403)
}

export function recordSubstitutionEvent(
  tx: CoreApp,
  actor: core.Record | undefined,
  substitution: core.Record,
  action: 'substitute' | 'substituteEnd',
) {
  const user = substitution.getString('person')
  const details = {
    substitute: findUserById(tx, substitution.getString('substitute'))?.getString('name') ?? '',
    from: substitution.getString('from'),
    to: substitution.getString('to'),
  }
  recordEvent(tx, { subject: 'users', subjectId: user, owner: user, actor, action, details })
}
