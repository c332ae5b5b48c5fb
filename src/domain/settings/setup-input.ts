import * as z from 'zod/mini'
import { setupSteps } from './setup-step.ts'

/** Body of `POST /api/app/setup/confirm`. */
export const setupConfirmSchema = z.object({
  steps: z.array(z.enum(setupSteps)).check(z.minLength(1, 'required'), z.maxLength(setupSteps.length, 'length')),
})
