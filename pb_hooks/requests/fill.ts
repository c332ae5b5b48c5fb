import { changesOf } from '../../src/domain/changes.ts'
import type { Field, Value, Values } from '../../src/domain/field.ts'
import { filledInput } from '../../src/domain/filled-input.ts'
import { printValue } from '../../src/domain/values.ts'
import { versionCache } from '../formats/versions.ts'
import { stamp } from '../lib/clock.ts'
import { recordEvents } from '../lib/events.ts'
import { readable } from '../lib/faults.ts'
import { input } from '../lib/input.ts'
import { requireUser } from '../lib/people.ts'
import { recordId } from '../lib/record-id.ts'
import { refuse } from '../lib/refusal.ts'
import { run } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'
import { mayDecide } from './deciders.ts'
import { filledAsSeen, storedFilled } from './filled.ts'
import { boundedValues } from './values.ts'
import { visibleRequest } from './visible.ts'

/** Of a value so much is told in the history. */
const mostTold = 200

/**
 * `PUT /api/app/requests/{id}/filled` with `{values, updated?}` → `FilledByDeciders`: whoever may decide it now fills what is the deciders', all of it at once;
 * what is still missing may be missing, what is wrong is refused under its key.
 */
export function fillFields(e: core.RequestEvent) {
  const asker = requireUser(e)
  const asked = input(e, filledInput)
  const given = boundedValues(JSON.stringify(asked.values))
  // Before anybody has to wait: a table of many rows takes its time.
  const judged = judgedFor(fillable(e.app, e, asked.updated), given)
  writing(e.app, (tx) => {
    const { request, version, before, text } = fillable(tx, e, asked.updated)
    // It may have come back meanwhile, and been sent again.
    if (text !== judged.text) throw refuse('request.changed', 409)
    const changes = changesTold(
      version,
      readable<Values>(text, {}),
      { ...before.filled, ...before.kept },
      judged.values,
    )
    if (!changes) return
    keep(tx, request.id, version.deciderFields, judged.values)
    // Of nobody's own: its owner is told no such line.
    const line = { subjectId: request.id, details: { changes } }
    recordEvents(tx, { subject: 'requests', action: 'fill', actor: asker }, [line])
  })
  const { request, sight } = visibleRequest(e.app, e, asker)
  return e.json(200, filledAsSeen(e.app, request, sight, asker))
}

/** What whoever asks may decide now, and has fields for that; `updated` names the filling that he saw. */
function fillable(app: CoreApp, e: core.RequestEvent, updated: string | undefined) {
  const asker = requireUser(e)
  const { request } = visibleRequest(app, e, asker)
  const version = versionCache()(app, request.getString('formatVersion'))
  if (!mayDecide(app, asker, request.id) || !version?.deciderFields.length) throw refuse('request.forbidden', 403)
  const before = storedFilled(app, request.id)
  if (updated !== undefined && updated !== before.updated) throw refuse('request.changed', 409)
  return { request, version, before, text: request.getString('values') }
}

function judgedFor({ version, text }: ReturnType<typeof fillable>, given: Values) {
  const { values, errors } = version.judgeFilled(readable<Values>(text, {}), given)
  const wrong = Object.entries(errors).filter(([, code]) => code !== 'required')
  if (wrong.length) throw refuse('request.filled', 400, Object.fromEntries(wrong))
  return { text, values }
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

/** By the names of the fields what they said and say; undefined where nothing changed. */
function changesTold({ fields, deciderFields }: Of, own: Values, before: Values, after: Values) {
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
