import type PocketBase from 'pocketbase'
import type { PayrollPreview, PayrollProgress, PayrollResult } from '../../src/domain/payroll/payroll-output.ts'

export type PayrollValues = Record<string, string>

const post = <Answer>(pb: PocketBase, path: string, body: object) =>
  pb.send<Answer>(`/api/app/payroll${path}`, { method: 'POST', body })

/** Uploads a payroll and returns its id. `wrong`: invalid columns by position. */
export async function stagePayroll(pb: PocketBase, rows: PayrollValues[], wrong: Record<number, string[]> = {}) {
  const { import: id } = await post<{ import: string }>(pb, '', { fileName: 'nómina.xlsx' })
  const lines = rows.map((values, i) => ({ row: i + 2, values, wrong: wrong[i] ?? [] }))
  for (let from = 0; from < lines.length; from += 1_000)
    await post(pb, '/rows', { import: id, rows: lines.slice(from, from + 1_000) })
  return id
}

export const previewPayroll = (pb: PocketBase, id: string) =>
  pb.send<PayrollPreview>('/api/app/payroll/preview', { method: 'GET', query: { import: id } })

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

/** Uploads a payroll, and applies what its preview shows. */
export async function importPayroll(pb: PocketBase, rows: PayrollValues[], choice: Choice = {}) {
  const id = await stagePayroll(pb, rows)
  const preview = await previewPayroll(pb, id)
  const leaving = preview.left.map((person) => ({ id: person.id, receiver: '' }))
  const body = { import: id, digest: preview.digest, invites: false, leaving, ...choice }
  return { id, preview, result: await runPayroll(pb, '/apply', body) }
}
