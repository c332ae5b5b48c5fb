import { addDays, startOf } from '../../src/domain/time/today.ts'
import { workingDaysAfter } from '../../src/domain/time/working-days.ts'
import { contextOf, stamp } from '../lib/clock.ts'

/** Until when what is sent today is to be decided: the end of the last of its working days; empty where the format says nothing. */
export function dueOf(app: CoreApp, { dueDays }: { dueDays: number }): string {
  if (!dueDays) return ''
  const { today, country } = contextOf(app)
  return stamp(startOf(addDays(workingDaysAfter(today, dueDays, country), 1), country))
}
