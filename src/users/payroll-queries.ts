import { queryOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayrollApplication } from '../domain/payroll/payroll-input.ts'
import type { PayrollPreview, PayrollProgress, PayrollResult } from '../domain/payroll/payroll-output.ts'
import { pb } from '../lib/pb.ts'
import { isTransientError, retryUntilSuccess } from '../lib/retry.ts'

const post = <Answer>(path: string, body: object) =>
  pb.send<Answer>(`/api/app/payroll${path}`, { method: 'POST', body })

/** Import of a payroll that was started last, with its result; `null` if there is none. */
export const latestPayrollQuery = queryOptions({
  queryKey: ['users', 'payroll'],
  queryFn: async () => (await pb.send<{ latest: PayrollResult | null }>('/api/app/payroll', { method: 'GET' })).latest,
})

interface PayrollSheet {
  fileName: string
  rows: { row: number; values: object; wrong: string[] }[]
}

/** Calls of an import that collect the rows and send them in one call. Rows with errors too, because they name people who did not leave. */
export const payrollCalls = {
  uploadsErrors: true,
  begin: async (fileName: string): Promise<PayrollSheet> => ({ fileName, rows: [] }),
  async upload({ rows }: PayrollSheet, read: readonly { row: number; values: object; wrong?: object }[]) {
    for (const { row, values, wrong = {} } of read) rows.push({ row, values, wrong: Object.keys(wrong) })
    return { errors: [] }
  },
  preview: (sheet: PayrollSheet) => post<PayrollPreview>('', sheet),
}

type PayrollRun = { call: 'apply' | 'undo' } & Pick<PayrollApplication, 'import'> & Partial<PayrollApplication>

/** Applies or undoes a payroll, also after a lost connection, and reports the progress. An import that was started needs only its id. */
export function usePayrollRun() {
  const [{ done, total }, setProgress] = useState<PayrollProgress>({ done: 0, total: 0 })
  const run = useMutation({
    mutationKey: ['users', 'payroll'],
    meta: { quiet: true },
    async mutationFn({ call, ...rest }: PayrollRun) {
      const body = { invites: false, leaving: [], ...rest }
      const { signal } = new AbortController()
      for (let isLeft = true; isLeft; ) {
        const send = () => post<PayrollProgress>(`/${call}`, body)
        const progress = await retryUntilSuccess(send, { signal, isExpected: isTransientError })
        setProgress(progress)
        isLeft = progress.done < progress.total
      }
    },
  })
  return { ...run, progress: total > 0 ? { value: done, max: total } : {} }
}
