import { managerKey } from '../../src/domain/payroll/payroll.ts'
import {
  type PayrollApplication,
  payrollApplySchema,
  payrollUndoSchema,
} from '../../src/domain/payroll/payroll-input.ts'
import type { PayrollProgress, PayrollResult } from '../../src/domain/payroll/payroll-output.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { executeSql, type QueryParams, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById, requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { listDecidedFormats } from '../requests/open-work.ts'
import { moveManagedRequests } from '../users/managed-requests.ts'
import { runStep, type StepContext, type StoredStep } from './payroll-steps.ts'
import { isSuspicious } from './stage-payroll.ts'

const payrollColumns = { id: '', fileName: '', created: '', status: '', invites: 0 }
type Payroll = typeof payrollColumns

const findPayroll = (app: CoreApp, condition: string, params: QueryParams = {}): Payroll | undefined =>
  queryRow(
    app,
    `SELECT id, fileName, created, status, invites FROM payrolls WHERE ${condition}`,
    params,
    payrollColumns,
  )

/** Returns the payroll if it has one of the statuses; otherwise refuses with 409. */
function requirePayroll(app: CoreApp, id: string, statuses: readonly string[]): Payroll {
  const payroll = findPayroll(app, 'id = {:id}', { id })
  if (!payroll || !statuses.includes(payroll.status)) throw createErrorResponse('payroll.changed', 409)
  return payroll
}

/**
 * `POST /api/app/payroll/apply` → `{done, total}`: starts a staged import, or continues one that was started, with some of its steps. The client calls
 * again until all are done.
 */
export function applyPayroll(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const input = readInput(e, payrollApplySchema)
  writeInTransaction(e.app, (tx) => {
    requireActiveAdmin(tx, caller)
    if (requirePayroll(tx, input.import, ['staged', ...runs.apply.from]).status === 'staged') startPayroll(tx, input)
  })
  return e.json(200, runSteps(e, caller, input.import, 'apply'))
}

/** Removes the people who stay from the steps, and the earlier import: its steps hold personal data, and only the latest can be undone. */
function startPayroll(tx: CoreApp, { import: id, invites, leaving, typed }: PayrollApplication) {
  const receivers = new Map(leaving.map((one) => [one.id, one.receiver]))
  if (isSuspicious(tx, receivers.size) && typed !== receivers.size)
    throw createErrorResponse('payroll.count', 400, { typed: 'payroll.count' })
  const query = "SELECT position, content FROM payroll_steps WHERE payroll = {:id} AND content ->> 'kind' = 'leave'"
  const missing = queryRows(tx, query, { id }, { position: 0, content: '' }).map(({ position, content }) => ({
    position,
    step: JSON.parse(content),
  }))
  const isKnown = missing.filter(({ step }) => receivers.has(step.user)).length === leaving.length
  if (!isKnown || leaving.some(({ receiver }) => receivers.has(receiver)))
    throw createErrorResponse('payroll.changed', 409)
  for (const { position, step } of missing) {
    const receiver = receivers.get(step.user)
    if (receiver === undefined)
      executeSql(tx, 'DELETE FROM payroll_steps WHERE payroll = {:id} AND position = {:position}', { id, position })
    else if (receiver) saveStep(tx, id, position, { ...step, receiver }, '')
  }
  executeSql(tx, 'DELETE FROM payroll_steps WHERE payroll != {:id}', { id })
  executeSql(tx, 'DELETE FROM payrolls WHERE id != {:id}', { id })
  executeSql(tx, "UPDATE payrolls SET status = 'applying', invites = {:invites} WHERE id = {:id}", {
    id,
    invites: invites ? 1 : 0,
  })
  executeSql(
    tx,
    `INSERT OR IGNORE INTO payroll_users SELECT users.id, {:id} FROM payrolls, json_each(matched) JOIN users ON users.id = value WHERE payrolls.id = {:id}`,
    { id },
  )
}

function saveStep(tx: CoreApp, payroll: string, position: number, step: StoredStep, status: string) {
  const update =
    'UPDATE payroll_steps SET content = {:content}, status = {:status} WHERE payroll = {:payroll} AND position = {:position}'
  executeSql(tx, update, { payroll, position, content: JSON.stringify(step), status })
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
      const { status, invites } = requirePayroll(tx, id, runs[direction].from)
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
    saveStep(tx, payroll, position, step, status)
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

/** `GET /api/app/payroll` → `{latest}`: the import that was started last, with its result; `null` if there is none. */
export function getPayroll(e: core.RequestEvent) {
  requireAdmin(e)
  const latest = findPayroll(e.app, "status != 'staged'")
  return e.json(200, { latest: latest ? summarizeResult(e.app, latest) : null })
}

function summarizeResult(app: CoreApp, { id, fileName, created, status }: Payroll) {
  const query = 'SELECT content, status FROM payroll_steps WHERE payroll = {:id} ORDER BY position'
  const steps = queryRows(app, query, { id }, { content: '', status: '' }).map(
    ({ content, status }): StoredStep & { status: string } => ({ ...JSON.parse(content), status }),
  )
  const people = (...kinds: string[]) =>
    new Set(steps.filter((step) => step.status === 'done' && kinds.includes(step.kind)).map(({ user }) => user))
  const newUsers = people('create')
  const result: PayrollResult = {
    ...{ id, fileName, created, status: status as PayrollResult['status'] },
    counts: {
      created: newUsers.size,
      changed: [...people('change', 'email')].filter((user) => !newUsers.has(user)).length,
      left: people('leave').size,
      undone: steps.filter((step) => step.status === 'undone').length,
    },
    handovers: steps.flatMap((step) => {
      if (step.kind !== 'leave' || step.status !== 'done') return []
      const { drafts, managed, substitution } = step.handover
      if (drafts.length + managed.length === 0 && !substitution) return []
      return {
        id: step.user,
        name: step.name,
        receiver: findUserById(app, step.receiver)?.getString('name') ?? '',
        drafts: drafts.length,
        managed: managed.length,
        decides: Boolean(substitution),
        formats: substitution ? listDecidedFormats(app, step.user) : [],
      }
    }),
    skipped: steps.flatMap(({ name, status: code }) => (['', 'done', 'undone'].includes(code) ? [] : { name, code })),
  }
  return result
}
