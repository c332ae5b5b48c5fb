import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayrollProgress } from '../domain/payroll/payroll-output.ts'
import { type PayrollRun, runPayroll } from './payroll-queries.ts'

/** Applies or undoes a payroll, and reports the progress. */
export function usePayrollRun() {
  const [progress, setProgress] = useState<PayrollProgress>({ done: 0, total: 0 })
  const run = useMutation({
    mutationKey: ['users', 'payroll'],
    meta: { quiet: true },
    mutationFn: (body: PayrollRun) => runPayroll(body, setProgress),
  })
  return { ...run, progress }
}
