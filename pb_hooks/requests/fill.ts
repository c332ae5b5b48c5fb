import type { Field, Value, Values } from '../../src/domain/fields/field.ts'
import { printValue } from '../../src/domain/fields/values.ts'
import { changesOf } from '../../src/domain/requests/changes.ts'
import { type FilledInput, filledInput } from '../../src/domain/requests/filled-input.ts'
import { type VersionOf, versionCache } from '../formats/versions.ts'
import { stamp } from '../lib/clock.ts'
import { readable } from '../lib/faults.ts'
import { input, pathId } from '../lib/input.ts'
import { requireUser } from '../lib/people.ts'
import { recordId } from '../lib/record-id.ts'
import { refuse } from '../lib/refusal.ts'
import { run } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'
import { mayDecide } from './deciders.ts'
import { afterFilling } from './effects.ts'
import { type FilledChanges, filledAsSeen, storedFilled, type WrittenFilling } from './filled.ts'
import { boundedValues } from './values.ts'
import { visibleById, visibleRequest } from './visible.ts'

/** Maximum length in characters of a value in the history. */
const mostTold = 200

/**
 * `PUT /api/app/requests/{id}/filled` with `{values, updated?}` → `FilledByDeciders`: saves all approver fields at once. Required fields may
 * be missing. Invalid values are refused under their field key.
 */
export function fillFields(e: core.RequestEvent) {
  const asker = requireUser(e)
  const id = pathId(e)
  const filling = judgeFilling(e.app, asker, id, input(e, filledInput), versionCache())
  writing(e.app, (tx) => {
    const written = writeFilling(tx, asker, filling)
    if (written) afterFilling(tx, asker, id, written.changes)
  })
  const { request, sight } = visibleRequest(e.app, e, asker)
  return e.json(200, filledAsSeen(e.app, request, sight, asker))
}

/** Approver values of a request. They are validated before the transaction, because a table of many rows takes long. */
export interface Filling {
  request: string
  updated: string | undefined
  /** Requester's values as JSON: the values that the approver fields were validated against. */
  text: string
  values: Values
  versionOf: VersionOf
}

export function judgeFilling(
  app: CoreApp,
  asker: core.Record,
  request: string,
  asked: FilledInput,
  versionOf: VersionOf,
): Filling {
  const given = boundedValues(JSON.stringify(asked.values))
  const { version, text } = fillable(app, asker, { request, updated: asked.updated, versionOf })
  const { values, errors } = version.judgeFilled(readable<Values>(text, {}), given)
  const wrong = Object.entries(errors).filter(([, code]) => code !== 'required')
  if (wrong.length) throw refuse('request.filled', 400, Object.fromEntries(wrong))
  return { request, updated: asked.updated, text, values, versionOf }
}

/** Stores the values that an approver fills in, and returns the changes; `undefined` if there are none. */
export function writeFilling(tx: CoreApp, asker: core.Record, filling: Filling): WrittenFilling | undefined {
  const { request, text, values } = filling
  const { version, before, text: now } = fillable(tx, asker, filling)
  // The request may have been returned and submitted again since validation.
  if (now !== text) throw refuse('request.changed', 409)
  const changes = changesTold(version, readable<Values>(text, {}), { ...before.filled, ...before.kept }, values)
  if (!changes) return undefined
  keep(tx, request, version.deciderFields, values)
  return { before, after: storedFilled(tx, request).updated, changes }
}

/**
 * Returns the request with its version and current filled values. Refuses callers who cannot decide it. `updated`: version of the filled
 * values that the client read.
 */
function fillable(app: CoreApp, asker: core.Record, asked: Pick<Filling, 'request' | 'updated' | 'versionOf'>) {
  const { request } = visibleById(app, asked.request, asker)
  const version = asked.versionOf(app, request.getString('formatVersion'))
  if (!mayDecide(app, asker, request.id) || !version?.deciderFields.length) throw refuse('request.forbidden', 403)
  const before = storedFilled(app, request.id)
  if (asked.updated !== undefined && asked.updated !== before.updated) throw refuse('request.changed', 409)
  return { version, before, text: request.getString('values') }
}

function keep(tx: CoreApp, request: string, fields: readonly Field[], values: Values) {
  const of = (deciders: Field['deciders']) =>
    JSON.stringify(
      Object.fromEntries(
        fields.flatMap(({ key, ...field }) =>
          field.deciders === deciders && values[key] !== undefined ? [[key, values[key]]] : [],
        ),
      ),
    )
  run(
    tx,
    `INSERT INTO decider_values (id, request, filled, kept, created, updated)
     VALUES ({:id}, {:request}, {:filled}, {:kept}, {:now}, {:now})
     ON CONFLICT (request) DO UPDATE SET filled = excluded.filled, kept = excluded.kept, updated = excluded.updated`,
    { id: recordId(), request, filled: of('fill'), kept: of('keep'), now: stamp() },
  )
}

interface Of {
  fields: Field[]
  deciderFields: Field[]
}

/** Returns the previous and new text of each changed field, by field label; `undefined` if nothing changed. */
function changesTold(
  { fields, deciderFields }: Of,
  own: Values,
  before: Values,
  after: Values,
): FilledChanges | undefined {
  const told = (field: Field, value: Value | undefined) =>
    value === undefined ? '' : printValue(field, value).slice(0, mostTold)
  const changes = changesOf([...fields, ...deciderFields], { ...own, ...before }, { ...own, ...after })
  const theirs = changes.filter(({ field }) => field.deciders)
  if (!theirs.length) return undefined
  return Object.fromEntries(
    theirs.map(({ field, ...change }) => [
      field.label,
      { from: told(field, change.before), to: told(field, change.after) },
    ]),
  )
}
