import { type Decision, decision } from '../../src/domain/requests/decision.ts'
import { decisions, needsReason, type RequestAction, requestActions } from '../../src/domain/requests/request.ts'
import type { Role } from '../../src/domain/users/role.ts'
import { sendFiles } from '../attachments/claims.ts'
import { versionById, versionCache } from '../formats/versions.ts'
import { input } from '../lib/input.ts'
import { isAdmin, personById, requireUser } from '../lib/people.ts'
import { recordId } from '../lib/record-id.ts'
import { refuse } from '../lib/refusal.ts'
import { rows } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'
import { releaseWebhooks } from '../lib/webhook-queue.ts'
import { enqueueDecisionMails, releaseDecisionMails } from '../mail/decision-queue.ts'
import { notifyDeciders } from '../notices/deciders.ts'
import { yieldToWriters } from '../runtime/connections.ts'
import type { Change, Skip } from './change.ts'
import { peopleOf, pingDeciders, powersOf, powersOver, waitingAmong } from './deciders.ts'
import { respondThenRender } from './document-queue.ts'
import { judgeFilling, recordFilling, writeFilling } from './fill.ts'
import { restoreFilled } from './filled.ts'
import { conditionOf } from './filter.ts'
import { notifyOwners } from './notify-owners.ts'
import { planFor } from './plan.ts'
import { countReason } from './reasons.ts'
import { enqueueAction } from './request-webhooks.ts'
import { canBeUndone, deferEffects, finalizeRequests, openUndo } from './undo-window.ts'
import { numberChanges, recordChanges, writeByRecord, writeBySql } from './write.ts'

/** Up to here each request brings its realtime event; beyond, only the last one of each owner. */
const fewEnough = 50
/** Requests in one transaction, for which other writers have to wait; `submit` judges values besides. */
const portion = 100
const submitPortion = 50
/** Of these so many are written through their records, which is slower. */
const heardPortion = 40

const target = { id: '', owner: '', formatVersion: '', step: 0 }
type Target = typeof target

interface Decided {
  id: string
  owner: string
  document: string | number
}

/** `POST /api/app/requests/{action}`: one call for one or for thousands. */
export function takeStep(e: core.RequestEvent) {
  const asker = requireUser(e)
  const action = requestActions.find((name) => name === e.request?.pathValue('action'))
  if (!action) throw new NotFoundError()
  const asked = input(e, decision)
  const reason = asked.reason ?? ''
  const { revision } = asked
  for (const name of ['revision', 'step'] as const)
    if (asked[name] !== undefined && asked.ids?.length !== 1) throw refuse('invalid', 400, { [name]: 'invalid' })
  const notes = placedNotes(action, asked)
  const targets = targetsOf(e.app, asked, asker)
  if (notes && targets[0]) refuseUnknownFields(e.app, notes, asker, targets[0])
  if (!reason) requireReason(e.app, action, asker, targets)
  const step = {
    action,
    asker,
    reason,
    notes,
    revision,
    seen: new Map(targets.map(({ id, step }) => [id, asked.step ?? step])),
    versionOf: versionCache(),
    decision: recordId(),
  }
  const filling = targets[0] && judgedFilling(e.app, action, asker, targets[0].id, asked)
  const decided: Decided[] = []
  const versions = new Map(targets.map(({ id, formatVersion }) => [id, formatVersion]))
  const routed = new Set(targets.flatMap(({ formatVersion, step }) => (step > 0 ? formatVersion : [])))
  const deciders = peopleOf(e.app, routed)
  const skipped: Skip[] = []
  let isCounted = false
  const isUndoable = asked.undoable === true && canBeUndone(action)
  const parts = portionsOf(targets, action === 'submit' ? submitPortion : portion)
  for (const { ids, heard } of parts) {
    if (ids !== parts[0]?.ids) yieldToWriters(e.app)
    writing(e.app, (tx) => {
      refuseIfDemoted(tx, asker)
      const filled = filling && writeFilling(tx, asker, filling)
      let plan = planFor(tx, step, ids)
      // Only what goes on ends what somebody else may still take back; then it has its number.
      if (finalizeRequests(tx, idsOf(plan.changes))) plan = planFor(tx, step, ids)
      // Without the decision nothing is filled either.
      if (filling && filled && !plan.changes.length) restoreFilled(tx, filling.request, filled)
      else if (filling && filled) recordFilling(tx, asker, filling.request, filled.changes)
      if (isUndoable) deferEffects(tx, step, plan.changes, filled)
      numberChanges(tx, plan.changes)
      writeBySql(
        tx,
        plan.changes.filter(({ id }) => !heard.has(id)),
      )
      writeByRecord(
        tx,
        plan.changes.filter(({ id }) => heard.has(id)),
      )
      sendFiles(tx, plan.changes)
      recordChanges(tx, step, plan.changes)
      if (!isCounted) isCounted = countReason(tx, step, idsOf(plan.changes))
      decided.push(...plan.changes.map(briefly))
      for (const { id, set } of plan.changes) if (set.step) routed.add(versions.get(id) ?? '')
      skipped.push(...plan.skipped)
      // Of a route its owner hears at the end.
      const settled = isUndoable ? [] : plan.changes
      const told = settled.filter(({ set }) => set.status !== undefined || !set.step)
      enqueueDecisionMails(tx, step, told, parts.length === 1)
      notifyOwners(tx, step, told)
      enqueueAction(tx, action, settled, parts.length > 1 ? step.decision : '')
      const waiting = settled.filter(({ set }) => set.status === 'submitted' || set.step)
      notifyDeciders(tx, asker.id, waitingAmong(tx, idsOf(waiting)))
      if (parts.length > 1 && ids === parts.at(-1)?.ids) {
        releaseDecisionMails(tx, step.decision)
        releaseWebhooks(tx, step.decision)
      }
    })
  }
  pingDeciders(e.app, routed, deciders)
  const due = isUndoable ? [] : decided.filter(({ document }) => document === 'pending')
  const undo = isUndoable && decided.length ? { undo: openUndo(e.app, step.decision) } : {}
  return respondThenRender(e, { changed: idsOf(decided), skipped, ...undo }, idsOf(due))
}

/** At a step of a route whoever's step it is has to say why, and nobody else is told that there is something to be said. */
function requireReason(app: CoreApp, action: RequestAction, asker: core.Record, targets: Target[]) {
  const person = { id: asker.id, role: asker.getString('role') as Role }
  const powers = targets.some(({ step }) => step > 0) ? powersOf(app, asker) : undefined
  const isAsked = (one: Target) => {
    const decides = one.step > 0 && powers ? powersOver(powers, one).length > 0 : undefined
    return one.owner !== '' && needsReason(action, { ...person, decides }, one.owner)
  }
  if (targets.some(isAsked)) throw refuse('request.reason', 400, { reason: 'required' })
}

/** What is left of a change once it is written: of a hundred thousand no more is kept. */
function briefly({ id, owner, set }: Change): Decided {
  return { id, owner, document: set.documentStatus ?? '' }
}

/** A filling belongs to one request that is decided. */
function judgedFilling(app: CoreApp, action: RequestAction, asker: core.Record, id: string, { ids, filled }: Decision) {
  if (!filled) return undefined
  if (!decisions.some((each) => each === action) || ids?.length !== 1)
    throw refuse('invalid', 400, { filled: 'invalid' })
  return judgeFilling(app, asker, id, filled)
}

/** Notes stand at fields, so they are of one request that goes back. */
function placedNotes(action: RequestAction, { notes, ids }: Decision): Decision['notes'] {
  if (!notes || Object.keys(notes).length === 0) return undefined
  if (action !== 'return' || ids?.length !== 1) throw refuse('invalid', 400, { notes: 'invalid' })
  return notes
}

/** What its fields are is told to who may return it. A version never changes: it can be asked beforehand. */
function refuseUnknownFields(app: CoreApp, notes: NonNullable<Decision['notes']>, asker: core.Record, target: Target) {
  const isKnown = isAdmin(asker) || powersOver(powersOf(app, asker), target).length > 0
  const version = isKnown && versionById(app, target.formatVersion)
  const unknown = Object.keys(notes).filter((key) => version && !version.fields.some((field) => field.key === key))
  if (unknown.length)
    throw refuse('invalid', 400, Object.fromEntries(unknown.map((key) => [`notes.${key}`, 'format.unknown'])))
}

/** The asker is read again inside the transaction: a moment ago he may have been somebody else. */
function refuseIfDemoted(tx: CoreApp, asker: core.Record) {
  const now = personById(tx, asker.id)
  if (!now?.getBool('isActive') || isAdmin(now) !== isAdmin(asker)) throw refuse('user.inactive', 403)
}

/** The requests that are meant, in the order of their numbers, which is that of their documents' numbers; those without one come first. */
function targetsOf(app: CoreApp, { ids, filter, except = [], expected }: Decision, asker: core.Record): Target[] {
  if (ids && except.length) throw refuse('invalid', 400, { except: 'invalid' })
  if (ids) return namedTargets(app, [...new Set(ids)])
  if (!filter || expected === undefined) throw refuse('invalid', 400, { [filter ? 'expected' : 'ids']: 'required' })
  const { chosen, params } = conditionOf(app, filter, asker)
  const targets = rows(
    app,
    `SELECT id, owner, formatVersion, step FROM requests
     WHERE serial IN (${chosen}) AND id NOT IN (SELECT value FROM json_each({:except})) ORDER BY ${byNumber}, created, serial`,
    { ...params, except: JSON.stringify(except) },
    target,
  )
  if (targets.length !== expected) throw refuse('request.expected', 409, { actual: String(targets.length) })
  return targets
}

/** By series and year, and past the millionth in the order of counting. */
const byNumber = "ifnull(substr(number, 1, 8), ''), length(number), number"

function namedTargets(app: CoreApp, ids: string[]): Target[] {
  return rows(
    app,
    `SELECT value AS id, ifnull(owner, '') AS owner, ifnull(formatVersion, '') AS formatVersion, ifnull(step, 0) AS step FROM json_each({:ids}) LEFT JOIN requests ON requests.id = value
     ORDER BY ${byNumber}, key`,
    { ids: JSON.stringify(ids) },
    target,
  )
}

/** The last request of each owner is written through its record: one realtime event per owner, once all of his is done. */
function portionsOf(
  targets: Pick<Target, 'id' | 'owner'>[],
  size: number,
): { ids: string[]; heard: ReadonlySet<string> }[] {
  const few = targets.length <= fewEnough
  const heard = new Set(few ? idsOf(targets) : new Map(targets.map(({ id, owner }) => [owner, id])).values())
  if (few) return [{ ids: idsOf(targets), heard }]
  const parts: { ids: string[]; heard: ReadonlySet<string> }[] = []
  let ids: string[] = []
  let slow = 0
  for (const { id } of targets) {
    if (ids.length === size || slow === heardPortion) {
      parts.push({ ids, heard })
      ids = []
      slow = 0
    }
    ids.push(id)
    if (heard.has(id)) slow++
  }
  return [...parts, { ids, heard }]
}

function idsOf(list: { id: string }[]): string[] {
  return list.map(({ id }) => id)
}
