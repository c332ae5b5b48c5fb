import { type SetupStep, setupSteps } from '../../../domain/settings/setup-step.ts'

export interface SetupSearchParams {
  /** Step to show; the loader adds the first open one if missing. */
  step?: SetupStep
}

export function parseSetupSearchParams(raw: Record<string, unknown>): SetupSearchParams {
  const step = setupSteps.find((name) => name === raw.step)
  return step ? { step } : {}
}
