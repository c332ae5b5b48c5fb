import { createFileRoute, redirect } from '@tanstack/react-router'
import { type SetupStep, setupSteps } from '../../domain/settings/setup-step.ts'
import { queryClient } from '../../lib/query-client.ts'
import { dashboardQuery } from '../../requests/queries.ts'
import { requireAdminRole } from '../../session/require-admin-role.ts'
import { SetupPage } from './-setup/setup-page.tsx'

export const Route = createFileRoute('/app/setup')({
  validateSearch: parseSetupSearchParams,
  beforeLoad: requireAdminRole,
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const { admin } = await queryClient.query(dashboardQuery)
    // Adds the step to the URL, so that a refetch of the data does not change the step.
    const first = setupSteps.find((step) => admin?.setup.steps[step] === 'open') ?? setupSteps[0]
    if (!deps.step) throw redirect({ to: '/app/setup', search: { step: first }, replace: true })
  },
  component: SetupPage,
})

interface SetupSearchParams {
  /** Setup step to show. If missing, the loader adds the first open step. */
  step?: SetupStep
}

function parseSetupSearchParams(raw: Record<string, unknown>): SetupSearchParams {
  const step = setupSteps.find((name) => name === raw.step)
  return step ? { step } : {}
}
