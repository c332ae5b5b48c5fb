import { mutationOptions } from '@tanstack/react-query'
import type { SetupStep } from '../domain/settings/setup-step.ts'
import { pb } from '../lib/pb.ts'

/** Marks setup steps as done, so that the dashboard no longer shows them. */
export const confirmSetupMutation = mutationOptions({
  mutationKey: ['settings', 'setup'],
  mutationFn: (steps: readonly SetupStep[]) =>
    pb.send<void>('/api/app/setup/confirm', { method: 'POST', body: { steps } }),
  meta: { invalidates: [['requests', 'dashboard']] },
})
