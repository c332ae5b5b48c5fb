import { mutationOptions } from '@tanstack/react-query'
import type { MailTest, SetupStep } from '../domain/settings/setup-step.ts'
import { pb } from '../lib/pb.ts'

/** Marks setup steps as done, so that the dashboard no longer shows them. */
export const confirmSetupMutation = mutationOptions({
  mutationKey: ['settings', 'setup'],
  mutationFn: (steps: readonly SetupStep[]) =>
    pb.send<void>('/api/app/setup/confirm', { method: 'POST', body: { steps } }),
  meta: { invalidates: [['requests', 'dashboard']] },
})

/** Sends a mail to the user's own address and returns the answer of the mail server. */
export const testMailMutation = mutationOptions({
  mutationKey: ['settings', 'mail'],
  mutationFn: () => pb.send<MailTest>('/api/app/mail/test', { method: 'POST' }),
  meta: { quiet: true, invalidates: [['requests', 'dashboard'], ['settings']] },
})
