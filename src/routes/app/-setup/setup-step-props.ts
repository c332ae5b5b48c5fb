import type { ReactNode } from 'react'
import type { SetupState } from '../../../domain/settings/settings-output.ts'

export interface SetupStepProps {
  setup: SetupState
  /** Opens the next open step, or the dashboard after the last step. */
  onNext: () => Promise<void>
  /** Button that skips the step for now; shown beside the step's own button. */
  later: ReactNode
}
