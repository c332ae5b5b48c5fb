import { type Decision, decision, needsReason, requestActions } from '../src/domain/request.ts'
import type { Role } from '../src/domain/user.ts'
import { isAdmin, signedIn } from './actor.ts'
import { postDecisions } from './decision-letters.ts'
import { answerThenMake } from './documents.ts'
import { input } from './input.ts'
import { personById } from './people.ts'
import { refuse } from './refusal.ts'
import { conditionOf } from './request-filter.ts'
import { planFor } from './request-plan.ts'
import type { Change, Skip } from './request-steps.ts'
import { number, tellChanges, writeByRecord, writeBySql } from './request-write.ts'
import { rows } from './sql.ts'
import { versionCache } from './versions.ts'

/** Up to here open pages hear of each request; beyond, of the last one of each owner. */
const heard = 50
/** Requests in one transaction, for which other writers have to wait; `submit` judges values besides. */
const portion = 100
const submitPortion = 50

interface Target {
  id: string
  owner: string
}

interface Decided extends Target {
  document: string | number
}

/** `POST /api/app/requests/{action}`: one call for one or for thousands. */
export function takeStep(e: core.RequestEvent) {
  const asker = signedIn(e)
  const action = requestActions.find((name) => name === e.request?.pathValue('action'))
  if (!action) throw new NotFoundError()
  const asked = input(e, decision)
  const reason = asked.reason ?? ''
  const targets = targetsOf(e.app, asked, asker)
  const person = { id: asker.id, role: asker.getString('role') as Role }
  if (!reason && targets.some(({ owner }) => owner && needsReason(action, person, owner)))
    throw refuse('request.reason', 400, { reason: 'required' })
  const step = { action, asker, reason, versionOf: versionCache() }
  const decided: Decided[] = []
  const skipped: Skip[] = []
  const parts = portionsOf(targets, action === 'submit' ? submitPortion : portion)
  for (const { ids, write } of parts) {
    e.app.runInTransaction((tx) => {
      refuseRetired(tx, asker)
      const plan = planFor(tx, step, ids)
      number(tx, plan.changes)
      write(tx, plan.changes)
      tellChanges(tx, step, plan.changes)
      decided.push(...plan.changes.map(briefly))
      skipped.push(...plan.skipped)
      if (ids === parts.at(-1)?.ids) postDecisions(tx, step, decided)
    })
  }
  const due = decided.filter(({ document }) => document === 'pending')
  return answerThenMake(e, { changed: idsOf(decided), skipped }, idsOf(due))
}

/** What is left of a change once it is written: of a hundred thousand no more is kept. */
function briefly({ id, owner, set }: Change): Decided {
  return { id, owner, document: set.documentStatus ?? '' }
}

/** The asker is read again inside the transaction: a moment ago he may have been somebody else. */
function refuseRetired(tx: CoreApp, asker: core.Record) {
  const now = personById(tx, asker.id)
  if (!now?.getBool('isActive') || isAdmin(now) !== isAdmin(asker)) throw refuse('user.inactive', 403)
}

/** The requests that are meant, in the order in which they get their numbers. */
function targetsOf(app: CoreApp, { ids, filter, expected }: Decision, asker: core.Record): Target[] {
  if (ids) return ownersOf(app, [...new Set(ids)])
  if (!filter || expected === undefined) throw refuse('invalid', 400, { [filter ? 'expected' : 'ids']: 'required' })
  const { chosen, params } = conditionOf(app, filter, asker)
  const targets = rows(
    app,
    `SELECT id, owner FROM requests WHERE rowid IN (${chosen}) ORDER BY created, rowid`,
    params,
    { id: '', owner: '' },
  )
  if (targets.length !== expected) throw refuse('request.expected', 409, { actual: String(targets.length) })
  return targets.map(({ id, owner }) => ({ id, owner }))
}

function ownersOf(app: CoreApp, ids: string[]): Target[] {
  const found = rows(
    app,
    'SELECT id, owner FROM requests WHERE id IN (SELECT value FROM json_each({:ids}))',
    { ids: JSON.stringify(ids) },
    { id: '', owner: '' },
  )
  const owners = new Map(found.map(({ id, owner }) => [id, owner]))
  return ids.map((id) => ({ id, owner: owners.get(id) ?? '' }))
}

/** The last request of each owner comes last and is heard, so that open pages read again when all is done. */
function portionsOf(targets: Target[], size: number) {
  if (targets.length <= heard) return [{ ids: idsOf(targets), write: writeByRecord }]
  const last = new Map(targets.map(({ id, owner }) => [owner, id]))
  const heralds = new Set(last.values())
  const silent = targets.filter(({ id }) => !heralds.has(id))
  return [
    ...chunks(silent, size).map((part) => ({ ids: idsOf(part), write: writeBySql })),
    ...chunks([...heralds], 40).map((ids) => ({ ids, write: writeByRecord })),
  ]
}

function idsOf(list: { id: string }[]): string[] {
  return list.map(({ id }) => id)
}

function chunks<Item>(list: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}
