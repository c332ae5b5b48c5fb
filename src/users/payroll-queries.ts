import { queryOptions } from '@tanstack/react-query'
import type { PayrollApplication } from '../domain/payroll/payroll-input.ts'
import type { PayrollPreview, PayrollProgress, PayrollResult } from '../domain/payroll/payroll-output.ts'
import { pb } from '../lib/pb.ts'
import { isTransientError, retryUntilSuccess } from '../lib/retry.ts'

const post = <Answer>(path: string, body: object, signal?: AbortSignal) =>
  pb.send<Answer>(`/api/app/payroll${path}`, { method: 'POST', body, ...(signal && { signal }) })

/** Import of a payroll that was started last, with its result; `null` if there is none. */
export const latestPayrollQuery = queryOptions({
  queryKey: ['users', 'payroll'],
  queryFn: async () => (await pb.send<{ latest: PayrollResult | null }>('/api/app/payroll', { method: 'GET' })).latest,
})

interface SentRow {
  row: number
  values: object
  wrong?: object
}

/** Calls that stage a payroll. Rows with errors are sent too, because they name people who did not leave. */
export const payrollCalls = {
  uploadsErrors: true,
  begin: async (fileName: string) => (await post<{ import: string }>('', { fileName })).import,
  upload: (id: string, rows: readonly SentRow[], signal: AbortSignal) =>
    post<{ errors: { row: number; errors: Record<string, string> }[] }>(
      '/rows',
      { import: id, rows: rows.map(({ row, values, wrong = {} }) => ({ row, values, wrong: Object.keys(wrong) })) },
      signal,
    ),
  preview: (id: string) =>
    pb.send<PayrollPreview>('/api/app/payroll/preview', { method: 'GET', query: { import: id } }),
}

/** Body of an import or an undo; an import that was started needs only its id. */
export type PayrollRun = { call: 'apply' | 'undo' } & Pick<PayrollApplication, 'import'> & Partial<PayrollApplication>

/** Calls the server until all steps are done, also after a lost connection. */
export async function runPayroll({ call, ...run }: PayrollRun, onProgress: (progress: PayrollProgress) => void) {
  const body = { digest: '', invites: false, leaving: [], ...run }
  const { signal } = new AbortController()
  for (let isLeft = true; isLeft; ) {
    const progress = await retryUntilSuccess(() => post<PayrollProgress>(`/${call}`, body), {
      signal,
      isExpected: isTransientError,
    })
    onProgress(progress)
    isLeft = progress.done < progress.total
  }
}
