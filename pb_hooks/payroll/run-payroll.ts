import { managerKey } from '../../src/domain/payroll/payroll.ts'
import {
  type PayrollApplication,
  payrollApplySchema,
  payrollUndoSchema,
} from '../../src/domain/payroll/payroll-input.ts'
import type { PayrollProgress } from '../../src/domain/payroll/payroll-output.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { moveManagedRequests } from '../users/managed-requests.ts'
import { requirePayroll } from './payroll-result.ts'
import { runStep, type StepContext, type StoredStep } from './payroll-steps.ts'
import { isSuspicious } from './stage-payroll.ts'

/**
 * `POST /api/app/payroll/apply` → `{done, total}`: starts a staged import, or continues one that was started, with some of its steps. The client calls
 * again until all are done.
 */
export function applyPayroll(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const input = readInput(e, payrollApplySchema)
  writeInTransaction(e.app, (tx) => {
    const actor = requireActiveAdmin(tx, caller)
    const { id, fileName, status } = requirePayroll(tx, input.import, ['staged', ...runs.apply.from], 'payroll.changed')
    if (status !== 'staged') return
    startPayroll(tx, input)
    recordEvent(tx, { subject: 'users', subjectId: id, actor, action: 'payroll', details: { fileName } })
  })
  return e.json(200, runSteps(e, caller, input.import, 'apply'))
}

/** SQL condition of the steps of the people who leave. */
const isLeave = "payroll = {:id} AND content ->> 'kind' = 'leave'"
/** Statements that start an import. Deletes the earlier import, because its steps hold personal data, and only the latest can be undone. */
const startStatements = [
  `DELETE FROM payroll_steps WHERE ${isLeave} AND content ->> 'user' NOT IN (SELECT value ->> 'id' FROM json_each({:leaving}))`,
  'DELETE FROM payroll_steps WHERE payroll != {:id}',
  'DELETE FROM payrolls WHERE id != {:id}',
  "UPDATE payrolls SET status = 'applying', invites = {:invites} WHERE id = {:id}",
  `INSERT OR IGNORE INTO payroll_users SELECT users.id, {:id} FROM payrolls, json_each(matched) JOIN users ON users.id = value WHERE payrolls.id = {:id}`,
]

/** Starts an import with the choices of the administrator. Refuses people who were not shown as leaving, and receivers who leave too. */
function startPayroll(tx: CoreApp, { import: id, invites, leaving, typed }: PayrollApplication) {
  if (isSuspicious(tx, leaving.length) && typed !== leaving.length)
    throw createErrorResponse('payroll.count', 400, { typed: 'payroll.count' })
  const params = { id, invites: invites ? 1 : 0, leaving: JSON.stringify(leaving) }
  for (const sql of startStatements) executeSql(tx, sql, params)
  const receivers = new Map(leaving.map((person) => [person.id, person.receiver]))
  const query = `SELECT position, content ->> 'user' AS user FROM payroll_steps WHERE ${isLeave}`
  const steps = queryRows(tx, query, { id }, { position: 0, user: '' })
  if (steps.length !== leaving.length || leaving.some(({ receiver }) => receivers.has(receiver)))
    throw createErrorResponse('payroll.changed', 409)
  const choose = `UPDATE payroll_steps SET content = json_set(content, '$.receiver', {:receiver}) WHERE payroll = {:id} AND position = {:position}`
  for (const { position, user } of steps) {
    const receiver = receivers.get(user)
    if (receiver) executeSql(tx, choose, { id, position, receiver })
  }
}

/** `POST /api/app/payroll/undo` → `{done, total}`: undoes some steps of the latest import, in reverse order. The client calls again until all are done. */
export function undoPayroll(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const { import: id } = readInput(e, payrollUndoSchema)
  return e.json(200, runSteps(e, caller, id, 'undo'))
}

/** Transactions per call, and steps per transaction. Other writers run between the transactions. */
const transactionsPerCall = 5
const stepsPerTransaction = 20

/** Statuses of the payroll before, during and after a run. Steps have the status `pending` before, and the last one after it. */
const runs = {
  apply: {
    from: ['applying', 'applied'],
    during: 'applying',
    to: 'applied',
    pending: '',
    order: 'ASC',
    refusal: 'payroll.changed',
  },
  undo: {
    from: ['applying', 'applied', 'undoing', 'undone'],
    during: 'undoing',
    to: 'undone',
    pending: 'applied',
    order: 'DESC',
    refusal: 'payroll.expired',
  },
} as const

type Direction = keyof typeof runs

function runSteps(e: core.RequestEvent, caller: core.Record, id: string, direction: Direction): PayrollProgress {
  const { from, refusal, pending, during, to } = runs[direction]
  const template = new Record(e.app.findCachedCollectionByNameOrId('users'))
  if (direction === 'apply') template.setRandomPassword()
  let isLeft = true
  for (let turn = 0; turn < transactionsPerCall && isLeft; turn++) {
    let managers: string[] = []
    writeInTransaction(e.app, (tx) => {
      const actor = requireActiveAdmin(tx, caller)
      const { fileName, status, invites } = requirePayroll(tx, id, from, refusal)
      if (direction === 'undo' && status !== during && status !== to)
        recordEvent(tx, { subject: 'users', subjectId: id, actor, action: 'payrollUndo', details: { fileName } })
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
  const sql = `SELECT count(*) FILTER (WHERE status NOT IN ({:pending}, 'more')) AS done, count(*) AS total FROM payroll_steps WHERE payroll = {:id}`
  const { done = 0, total = 0 } = queryRow(e.app, sql, { id, pending }, { done: 0, total: 0 }) ?? {}
  return { done: isLeft ? Math.min(done, total - 1) : total, total }
}

/** Runs the next steps of a transaction and stores their results. */
function runNext(context: StepContext, direction: Direction): StoredStep[] {
  const { tx, payroll } = context
  const { pending, order, to } = runs[direction]
  const query = `SELECT position, content, status FROM payroll_steps WHERE payroll = {:payroll} AND status IN ({:pending}, 'more')
    ORDER BY position ${order} LIMIT ${stepsPerTransaction}`
  const update =
    'UPDATE payroll_steps SET content = {:content}, status = {:status} WHERE payroll = {:payroll} AND position = {:position}'
  const columns = { position: 0, content: '', status: '' }
  const ran: StoredStep[] = []
  for (const { position, ...stored } of queryRows(tx, query, { payroll, pending }, columns)) {
    const step: StoredStep = { ...JSON.parse(stored.content), status: stored.status }
    const result = runStep(context, step, direction)
    const status = result === 'done' ? to : result
    executeSql(tx, update, { payroll, position, content: JSON.stringify(step), status })
    ran.push(step)
    // Each may change many accounts and requests.
    if (step.kind === 'leave') break
  }
  return ran
}

/** Returns the managers whose waiting requests a step moves. */
function listManagers(step: StoredStep): string[] {
  if (step.kind === 'leave') return [step.user, step.receiver]
  const manager = step.kind === 'change' && step.changes[managerKey]
  return manager ? Object.values(manager).map(String).filter(Boolean) : []
}

/** Deletes payrolls older than 30 days, also unfinished ones, because their steps hold personal data. They cannot be undone then. Called daily. */
export function deleteOldPayrolls() {
  const old = formatTimestamp(Date.now() - 30 * 86_400_000)
  writeInTransaction($app, (tx) => {
    executeSql(tx, 'DELETE FROM payroll_steps WHERE payroll IN (SELECT id FROM payrolls WHERE created < {:old})', {
      old,
    })
    executeSql(tx, 'DELETE FROM payrolls WHERE created < {:old}', { old })
  })
}
