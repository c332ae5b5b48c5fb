import { addDays, startOf } from '../../src/domain/time/today.ts'
import { isWorkingDay } from '../../src/domain/time/working-days.ts'
import { contextOf, stamp } from '../lib/clock.ts'

/** The hour of the organisation at which the summary of a day and reminders leave. */
const hour = 7

/** The latest moment at which they were due; of working days alone where that is asked. */
export function lastMorning(app: CoreApp, ofWorkingDay = false): string {
  const { today, country } = contextOf(app)
  const at = (day: string) => startOf(day, country) + hour * 3_600_000
  let day = at(today) <= Date.now() ? today : addDays(today, -1)
  while (ofWorkingDay && !isWorkingDay(day, country)) day = addDays(day, -1)
  return stamp(at(day))
}
