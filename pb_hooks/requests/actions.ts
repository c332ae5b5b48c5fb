import { type Decision, decision } from '../../src/domain/decision.ts'
import { needsReason, type RequestAction, requestActions } from '../../src/domain/request.ts'
import type { Role } from '../../src/domain/role.ts'
import { sendFiles } from '../attachments/claims.ts'
import { versionById, versionCache } from '../formats/versions.ts'
import { input } from '../lib/input.ts'
import { isAdmin, personById, requireUser } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { row, rows } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'
import { queueDecisions, releaseDecisions } from '../mail/decision-queue.ts'
import { tellWaiting } from '../notices/deciders.ts'
import type { Change, Skip } from './change.ts'
import { answerThenMake } from './document-queue.ts'
import { conditionOf } from './filter.ts'
import { planFor } from './plan.ts'
import { countReason } from './reasons.ts'
import { tellDecided } from './tell-decided.ts'
import { numberChanges, recordChanges, writeByRecord, writeBySql } from './write.ts'

/** Up to here each request brings its realtime event; beyond, only the last one of each owner. */
const fewEnough = 50
/** Requests in one transaction, for which other writers have to wait; `submit` judges values besides. */
const portion = 100
const submitPortion = 50
/** Of these so many are written through their records, which is slower. */
const heardPortion = 40

interface Target {
  id: string
  owner: string
}

interface Decided extends Target {
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
  if (revision !== undefined && asked.ids?.length !== 1) throw refuse('invalid', 400, { revision: 'invalid' })
  const notes = notesFor(e.app, action, asked, asker)
  const targets = targetsOf(e.app, asked, asker)
  const person = { id: asker.id, role: asker.getString('role') as Role }
  if (!reason && targets.some(({ owner }) => owner && needsReason(action, person, owner)))
    throw refuse('request.reason', 400, { reason: 'required' })
  const step = {
    action,
    asker,
    reason,
    notes,
    revision,
    versionOf: versionCache(),
    decision: $security.randomString(15),
  }
  const decided: Decided[] = []
  const skipped: Skip[] = []
  let isCounted = false
  const parts = portionsOf(targets, action === 'submit' ? submitPortion : portion)
  for (const { ids, heard } of parts) {
    writing(e.app, (tx) => {
      refuseRetired(tx, asker)
      const plan = planFor(tx, step, ids)
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
      skipped.push(...plan.skipped)
      queueDecisions(tx, step, plan.changes, parts.length === 1)
      tellDecided(tx, step, plan.changes)
      tellWaiting(tx, asker.id, plan.changes.filter(({ set }) => set.status === 'submitted').length)
      if (parts.length > 1 && ids === parts.at(-1)?.ids) releaseDecisions(tx, step.decision)
    })
  }
  const due = decided.filter(({ document }) => document === 'pending')
  return answerThenMake(e, { changed: idsOf(decided), skipped }, idsOf(due))
}

/** What is left of a change once it is written: of a hundred thousand no more is kept. */
function briefly({ id, owner, set }: Change): Decided {
  return { id, owner, document: set.documentStatus ?? '' }
}

/** Notes stand at fields, so they are of one request that goes back. A version never changes: what its fields are can be asked beforehand. */
function notesFor(
  app: CoreApp,
  action: RequestAction,
  { notes, ids }: Decision,
  asker: core.Record,
): Decision['notes'] {
  if (!notes || Object.keys(notes).length === 0) return undefined
  if (action !== 'return' || ids?.length !== 1) throw refuse('invalid', 400, { notes: 'invalid' })
  const query = 'SELECT formatVersion FROM requests WHERE id = {:id}'
  const found = isAdmin(asker) && row(app, query, { id: ids[0] ?? '' }, { formatVersion: '' })
  const fields = (found && versionById(app, found.formatVersion)?.fields) || []
  const unknown = Object.keys(notes).filter((key) => found && !fields.some((field) => field.key === key))
  if (unknown.length)
    throw refuse('invalid', 400, Object.fromEntries(unknown.map((key) => [`notes.${key}`, 'format.unknown'])))
  return notes
}

/** The asker is read again inside the transaction: a moment ago he may have been somebody else. */
function refuseRetired(tx: CoreApp, asker: core.Record) {
  const now = personById(tx, asker.id)
  if (!now?.getBool('isActive') || isAdmin(now) !== isAdmin(asker)) throw refuse('user.inactive', 403)
}

/** The requests that are meant, in the order of their numbers, which is that of their documents' numbers; those without one come first. */
function targetsOf(app: CoreApp, { ids, filter, expected }: Decision, asker: core.Record): Target[] {
  if (ids) return namedTargets(app, [...new Set(ids)])
  if (!filter || expected === undefined) throw refuse('invalid', 400, { [filter ? 'expected' : 'ids']: 'required' })
  const { chosen, params } = conditionOf(app, filter, asker)
  const targets = rows(
    app,
    `SELECT id, owner FROM requests WHERE serial IN (${chosen}) ORDER BY ${byNumber}, created, serial`,
    params,
    { id: '', owner: '' },
  )
  if (targets.length !== expected) throw refuse('request.expected', 409, { actual: String(targets.length) })
  return targets.map(({ id, owner }) => ({ id, owner }))
}

/** By series and year, and past the millionth in the order of counting. */
const byNumber = "ifnull(substr(number, 1, 8), ''), length(number), number"

function namedTargets(app: CoreApp, ids: string[]): Target[] {
  return rows(
    app,
    `SELECT value AS id, ifnull(owner, '') AS owner FROM json_each({:ids}) LEFT JOIN requests ON requests.id = value
     ORDER BY ${byNumber}, key`,
    { ids: JSON.stringify(ids) },
    { id: '', owner: '' },
  )
}

/** The last request of each owner is written through its record: one realtime event per owner, once all of his is done. */
function portionsOf(targets: Target[], size: number): { ids: string[]; heard: ReadonlySet<string> }[] {
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
