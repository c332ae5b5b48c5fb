import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Settings } from '../domain/settings/settings.ts'
import type { SetupStep } from '../domain/settings/setup-step.ts'
import { pb } from '../lib/pb.ts'

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'row'],
    queryFn: () => pb.collection('settings').getFirstListItem<Settings>(''),
  })

/** Marks setup steps as done, so that the dashboard no longer shows them. */
export const confirmSetupMutation = mutationOptions({
  mutationKey: ['settings', 'setup'],
  mutationFn: (steps: readonly SetupStep[]) =>
    pb.send<void>('/api/app/setup/confirm', { method: 'POST', body: { steps } }),
  meta: { invalidates: [['requests', 'dashboard']] },
})
