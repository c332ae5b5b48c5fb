import { managerKey } from '../../src/domain/payroll/payroll.ts'
import {
  type PayrollApplication,
  payrollApplySchema,
  payrollUndoSchema,
} from '../../src/domain/payroll/payroll-input.ts'
import type { PayrollProgress } from '../../src/domain/payroll/payroll-output.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { moveManagedRequests } from '../users/managed-requests.ts'
import { loadPayrollPlan } from './load-plan.ts'
import { computeDigest, isSuspicious } from './payroll-preview.ts'
import { runStep, type StepContext, type StoredStep } from './payroll-steps.ts'
import { requirePayroll } from './stored-payroll.ts'

/**
 * `POST /api/app/payroll/apply` → `{done, total}`: starts a staged import, or continues one that was started, with some of its steps. The client calls
 * again until all are done.
 */
export function applyPayroll(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const input = readInput(e, payrollApplySchema)
  if (requirePayroll(e.app, input.import, 'staged', 'applying', 'applied').status === 'staged')
    startPayroll(e, caller, input)
  return e.json(200, runSteps(e, caller, input.import, 'apply'))
}

/** Stores the steps of an import. They are stored once, so that a repeated call cannot add others. */
function startPayroll(
  e: core.RequestEvent,
  caller: core.Record,
  { import: id, digest, invites, leaving, typed }: PayrollApplication,
) {
  const plan = loadPayrollPlan(e.app, id)
  if (computeDigest(plan) !== digest) throw createErrorResponse('payroll.changed', 409)
  const people = new Map(plan.left.map((person) => [person.id, person]))
  const ids = new Set(leaving.map((one) => one.id))
  if (ids.size < leaving.length || leaving.some((one) => !people.has(one.id) || ids.has(one.receiver)))
    throw createErrorResponse('payroll.changed', 409)
  if (isSuspicious(e.app, ids.size) && typed !== ids.size)
    throw createErrorResponse('payroll.count', 400, { typed: 'payroll.count' })
  const steps: StoredStep[] = [
    ...plan.steps,
    ...leaving.map(({ id: user, receiver }) => ({
      kind: 'leave' as const,
      user,
      name: people.get(user)?.name ?? '',
      row: 0,
      receiver: receiver || plan.findReceiver(user, ids) || caller.id,
      handover: { drafts: [], managed: [], substitution: '', former: [] },
    })),
  ]
  writeInTransaction(e.app, (tx) => {
    requireActiveAdmin(tx, caller)
    requirePayroll(tx, id, 'staged')
    const params = { id, steps: JSON.stringify(steps.map((step) => JSON.stringify(step))), invites: invites ? 1 : 0 }
    // The steps of the earlier import hold personal data, and only the latest can be undone.
    for (const table of ['payroll_steps', 'payroll_rows']) executeSql(tx, `DELETE FROM ${table}`, {})
    executeSql(tx, 'DELETE FROM payrolls WHERE id != {:id}', { id })
    executeSql(tx, "INSERT INTO payroll_steps SELECT {:id}, key, value, '' FROM json_each({:steps})", params)
    executeSql(tx, "UPDATE payrolls SET status = 'applying', invites = {:invites} WHERE id = {:id}", params)
    executeSql(
      tx,
      'INSERT OR IGNORE INTO payroll_users SELECT users.id, {:id} FROM json_each({:ids}) JOIN users ON users.id = value',
      { id, ids: JSON.stringify(plan.matched) },
    )
  })
}

/** `POST /api/app/payroll/undo` → `{done, total}`: undoes some steps of the latest import, in reverse order. The client calls again until all are done. */
export function undoPayroll(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const { import: id } = readInput(e, payrollUndoSchema)
  requirePayroll(e.app, id, 'applying', 'applied', 'undoing', 'undone')
  return e.json(200, runSteps(e, caller, id, 'undo'))
}

/** Transactions per call, and steps per transaction. Other writers run between the transactions. */
const transactionsPerCall = 5
const stepsPerTransaction = 20

const runs = {
  apply: {
    from: ['applying', 'applied'],
    during: 'applying',
    to: 'applied',
    pending: '',
    order: 'ASC',
    result: 'done',
  },
  undo: {
    from: ['applying', 'applied', 'undoing', 'undone'],
    during: 'undoing',
    to: 'undone',
    pending: 'done',
    order: 'DESC',
    result: 'undone',
  },
} as const

type Direction = keyof typeof runs

function runSteps(e: core.RequestEvent, caller: core.Record, id: string, direction: Direction): PayrollProgress {
  const { pending, during, to } = runs[direction]
  const template = new Record(e.app.findCachedCollectionByNameOrId('users'))
  if (direction === 'apply') template.setRandomPassword()
  let isLeft = true
  for (let turn = 0; turn < transactionsPerCall && isLeft; turn++) {
    let managers: string[] = []
    writeInTransaction(e.app, (tx) => {
      const actor = requireActiveAdmin(tx, caller)
      const { status, invites } = requirePayroll(tx, id, ...runs[direction].from)
      const ran = status === to ? [] : runNext({ tx, actor, payroll: id, invites: invites === 1, template }, direction)
      isLeft = ran.length > 0
      managers = ran.flatMap(listManagers)
      executeSql(tx, 'UPDATE payrolls SET status = {:status} WHERE id = {:id}', { id, status: isLeft ? during : to })
      // People of the first payroll that named them are no longer on a payroll.
      if (to === 'undone' && !isLeft) executeSql(tx, 'DELETE FROM payroll_users WHERE payroll = {:id}', { id })
    })
    if (managers.length) moveManagedRequests(e.app)
    // Their waiting requests have another approver now.
    engine.notifyUsers('requests', [...new Set(managers)])
    engine.yieldToWriters()
  }
  const sql =
    'SELECT ifnull(sum(status != {:pending}), 0) AS done, count(*) AS total FROM payroll_steps WHERE payroll = {:id}'
  const { done, total } = queryRow(e.app, sql, { id, pending }, noProgress) ?? noProgress
  return { done: isLeft ? Math.min(done, total - 1) : total, total }
}

const noProgress = { done: 0, total: 0 }

/** Runs the next steps of a transaction and stores their results. */
function runNext(context: StepContext, direction: Direction): StoredStep[] {
  const { tx, payroll } = context
  const { pending, order, result } = runs[direction]
  const query = `SELECT position, content FROM payroll_steps WHERE payroll = {:payroll} AND status = {:pending}
    ORDER BY position ${order} LIMIT ${stepsPerTransaction}`
  return queryRows(tx, query, { payroll, pending }, { position: 0, content: '' }).map(({ position, content }) => {
    const step: StoredStep = JSON.parse(content)
    const outcome = runStep(context, step, direction)
    const status = outcome === 'done' ? result : outcome === 'more' ? pending : outcome
    const update =
      'UPDATE payroll_steps SET content = {:content}, status = {:status} WHERE payroll = {:payroll} AND position = {:position}'
    executeSql(tx, update, { payroll, position, content: JSON.stringify(step), status })
    return step
  })
}

/** Returns the managers whose waiting requests a step moves. */
function listManagers(step: StoredStep): string[] {
  if (step.kind === 'leave') return [step.user, step.receiver]
  return step.kind === 'change' && step.changes[managerKey]
    ? Object.values(step.changes[managerKey]).map(String).filter(Boolean)
    : []
}
