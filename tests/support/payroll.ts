import type PocketBase from 'pocketbase'
import type { PayrollPreview, PayrollProgress, PayrollResult } from '../../src/domain/payroll/payroll-output.ts'

export type PayrollValues = Record<string, string>

const post = <Answer>(pb: PocketBase, path: string, body: object) =>
  pb.send<Answer>(`/api/app/payroll${path}`, { method: 'POST', body })

/** Sends a payroll and returns the preview of its import. `wrong`: invalid columns by position. */
export const stagePayroll = (pb: PocketBase, rows: PayrollValues[], wrong: Record<number, string[]> = {}) =>
  post<PayrollPreview>(pb, '', {
    fileName: 'nómina.xlsx',
    rows: rows.map((values, i) => ({ row: i + 2, values, wrong: wrong[i] ?? [] })),
  })

export async function latestPayroll(pb: PocketBase): Promise<PayrollResult> {
  return (await pb.send('/api/app/payroll', { method: 'GET' })).latest
}

/** Calls `path` until all steps are done. */
export async function runPayroll(pb: PocketBase, path: '/apply' | '/undo', body: object): Promise<PayrollResult> {
  for (let isLeft = true; isLeft; ) {
    const { done, total } = await post<PayrollProgress>(pb, path, body)
    isLeft = done < total
  }
  return latestPayroll(pb)
}

interface Choice {
  /** Ids of the people to deactivate; by default, all who left. */
  leaving?: { id: string; receiver: string }[]
  invites?: boolean
  typed?: number
}

/** Sends a payroll, and applies what its preview shows. */
export async function importPayroll(pb: PocketBase, rows: PayrollValues[], choice: Choice = {}) {
  const preview = await stagePayroll(pb, rows)
  const leaving = preview.left.map((person) => ({ id: person.id, receiver: '' }))
  const body = { import: preview.import, invites: false, leaving, ...choice }
  return { preview, result: await runPayroll(pb, '/apply', body) }
}
