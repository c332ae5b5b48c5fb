import { createErrorResponse } from '../lib/http.ts'
import { withAttemptLimit } from './password-attempts.ts'

/** Refuses a call of a user whose password is wrong. Wrong passwords count like those of the sign-in. Slow by design, so it must run outside transactions. */
export function requirePassword(e: core.RequestEvent, user: core.Record, password: string) {
  const compare = () => {
    if (!user.validatePassword(password))
      throw createErrorResponse('password.wrong', 400, { password: 'password.wrong' })
  }
  withAttemptLimit(e, user.email(), compare, () => true)
}
