import type { ReactNode } from 'react'
import type { SetupState } from '../../../domain/settings/setup-step.ts'

export interface SetupStepProps {
  setup: SetupState
  /** Opens the next open step, or the dashboard after the last one. */
  onNext: () => Promise<void>
  /** Button that leaves the step for later; placed beside the step's own button. */
  later: ReactNode
}
