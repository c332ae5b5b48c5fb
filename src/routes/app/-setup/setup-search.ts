import { type SetupStep, setupSteps } from '../../../domain/settings/setup-step.ts'

export interface SetupSearchParams {
  /** Setup step to show. If missing, the loader adds the first open step. */
  step?: SetupStep
}

export function parseSetupSearchParams(raw: Record<string, unknown>): SetupSearchParams {
  const step = setupSteps.find((name) => name === raw.step)
  return step ? { step } : {}
}
