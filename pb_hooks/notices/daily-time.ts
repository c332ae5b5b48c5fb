import { addDays, getStartOfDay } from '../../src/domain/time/local-time.ts'
import { isWorkingDay } from '../../src/domain/time/working-days.ts'
import { formatTimestamp, getOrganisationTimeZone, getValidationContext } from '../lib/clock.ts'

/** Hour at which daily mails and reminders are sent, in the organisation's time zone. */
const mailHour = 7

/** Returns the latest time at which daily mails were due; with `ofWorkingDay`, on the latest working day. */
export function getLastDailyMailTime(app: CoreApp, ofWorkingDay = false): string {
  const { today, country } = getValidationContext(app)
  const zone = getOrganisationTimeZone(app)
  const at = (day: string) => getStartOfDay(day, zone) + mailHour * 3_600_000
  let day = at(today) <= Date.now() ? today : addDays(today, -1)
  while (ofWorkingDay && !isWorkingDay(day, country)) day = addDays(day, -1)
  return formatTimestamp(at(day))
}
