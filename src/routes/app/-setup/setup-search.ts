import { type SetupStep, setupSteps } from '../../../domain/settings/setup-step.ts'

export interface SetupSearch {
  /** Step to show; the loader adds the first open one if missing. */
  step?: SetupStep
}

export function parseSetupSearch(raw: Record<string, unknown>): SetupSearch {
  const step = setupSteps.find((name) => name === raw.step)
  return step ? { step } : {}
}
