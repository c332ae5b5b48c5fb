import { isSuspiciousShare, managerKey, maxListedRows, type PayrollChanges } from '../../src/domain/payroll/payroll.ts'
import type { PayrollPreview } from '../../src/domain/payroll/payroll-output.ts'
import type { PayrollPlan } from '../../src/domain/payroll/payroll-plan.ts'
import { queryRow, queryRows } from '../lib/sql.ts'
import { requireAdmin } from '../lib/users.ts'
import { countDecidedFormats } from '../requests/open-work.ts'
import { loadPayrollPlan } from './load-plan.ts'
import { requirePayroll } from './stored-payroll.ts'

/** `GET /api/app/payroll/preview?import=` → `PayrollPreview`: the changes of a staged import. Changes nothing. */
export function previewPayroll(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const { id } = requirePayroll(e.app, String(e.requestInfo().query.import ?? ''), 'staged')
  const plan = loadPayrollPlan(e.app, id)
  const ids = plan.left.map((person) => person.id)
  const leaving = new Set(ids)
  const receivers = new Map(ids.map((left) => [left, plan.findReceiver(left, leaving) || caller.id]))
  const drafts = countBy(
    e.app,
    "SELECT owner AS id, count(*) AS n FROM requests WHERE status = 'draft' AND owner IN ids GROUP BY owner",
    ids,
  )
  const managed = countBy(
    e.app,
    'SELECT manager AS id, count(*) AS n FROM users WHERE isActive AND manager IN ids GROUP BY manager',
    ids,
  )
  const formats = countDecidedFormats(e.app, ids)
  const names = loadNames(e.app, plan, [...receivers.values()])
  const preview: PayrollPreview = {
    digest: computeDigest(plan),
    counts: {
      created: plan.created.length,
      changed: plan.changed.length,
      unchanged: plan.unchanged,
      errors: plan.errors.length,
      unidentified: plan.unidentified,
    },
    created: plan.created.slice(0, maxListedRows),
    changed: plan.changed.slice(0, maxListedRows).map((row) => ({ ...row, changes: nameManagers(row.changes, names) })),
    errors: plan.errors.slice(0, maxListedRows),
    left: plan.left.map((person) => ({
      id: person.id,
      name: person.name,
      email: person.email,
      receiver: names.get(receivers.get(person.id) ?? '') ?? '',
      drafts: drafts.get(person.id) ?? 0,
      managed: managed.get(person.id) ?? 0,
      formats: formats.get(person.id) ?? 0,
    })),
    excused: plan.excused,
    suspicious: isSuspicious(e.app, plan.left.length),
  }
  return e.json(200, preview)
}

function countBy(app: CoreApp, query: string, ids: readonly string[]): Map<string, number> {
  const sql = `WITH ids AS (SELECT value FROM json_each({:ids})) ${query}`
  return new Map(queryRows(app, sql, { ids: JSON.stringify(ids) }, { id: '', n: 0 }).map(({ id, n }) => [id, n]))
}

/** Maps the ids of receivers and managers to names. New people have no account yet. */
function loadNames(app: CoreApp, { changed, steps }: PayrollPlan, receivers: readonly string[]): Map<string, string> {
  const managers = changed.flatMap(({ changes }) => Object.values(changes[managerKey] ?? {}).map(String))
  const query = 'SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each({:ids}))'
  const found = queryRows(app, query, { ids: JSON.stringify([...receivers, ...managers]) }, { id: '', name: '' })
  const created = steps.filter(({ kind }) => kind === 'create').map(({ user, name }) => [user, name] as const)
  return new Map([...created, ...found.map(({ id, name }) => [id, name] as const)])
}

function nameManagers(changes: PayrollChanges, names: ReadonlyMap<string, string>): PayrollChanges {
  const manager = changes[managerKey]
  if (!manager) return changes
  const [from = '', to = ''] = [manager.from, manager.to].map((id) => names.get(String(id)) ?? '')
  return { ...changes, [managerKey]: { from, to } }
}

/** Returns a hash of the work of a plan, so that an administrator confirms what the preview showed. */
export function computeDigest({ steps, errors, left, excused }: PayrollPlan): string {
  return $security.sha256(JSON.stringify([steps, errors, left.map(({ id }) => id), excused]))
}

/** Returns whether so many people leave that the administrator must type their number. */
export function isSuspicious(app: CoreApp, leaving: number): boolean {
  const query =
    "SELECT count(*) AS n FROM payroll_users JOIN users ON users.id = user WHERE isActive AND role != '_admin'"
  return isSuspiciousShare(leaving, queryRow(app, query, {}, { n: 0 })?.n ?? 0)
}
