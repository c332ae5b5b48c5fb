import { addDays, getStartOfDay } from '../../src/domain/time/local-time.ts'
import { addWorkingDays } from '../../src/domain/time/working-days.ts'
import { formatTimestamp, getOrganisationTimeZone, getValidationContext } from '../lib/clock.ts'

/** Returns the decision deadline of a request submitted today: the end of its last working day. Empty if the format has no deadline. */
export function getDecisionDeadline(app: CoreApp, { dueDays }: { dueDays: number }): string {
  if (!dueDays) return ''
  const { today, country } = getValidationContext(app)
  return formatTimestamp(
    getStartOfDay(addDays(addWorkingDays(today, dueDays, country), 1), getOrganisationTimeZone(app)),
  )
}
