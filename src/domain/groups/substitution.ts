import * as z from 'zod/mini'
import { recordIdPattern } from '../text/id.ts'
import { isIsoDate } from '../time/calendar.ts'
import { addDays } from '../time/local-time.ts'

const required = z.minLength(1, { error: 'required', abort: true })
const day = z.string().check(required, z.refine(isIsoDate, 'date'))

/**
 * Input of a substitution: a user decides in place of an approver from the first to the last day, both included, in the
 * organisation's time zone.
 */
export const substitutionSchema = z
  .object({
    person: z.string().check(required, z.regex(recordIdPattern, 'invalid')),
    substitute: z.string().check(required),
    from: day,
    to: day,
  })
  .check(
    z.refine(({ from, to }) => from <= to, { error: 'signatory.period', path: ['to'] }),
    z.refine(({ person, substitute }) => person !== substitute, { error: 'substitution.self', path: ['substitute'] }),
  )
export type SubstitutionInput = z.infer<typeof substitutionSchema>

export interface Substitution extends SubstitutionInput {
  id: string
  /** Name of the substituted user. Included, because readers may not have access to users. */
  personName: string
  substituteName: string
  /** State on the current day in the organisation's time zone. */
  state: SubstitutionState
  created: string
}

type SubstitutionState = 'next' | 'now' | 'over'

export function getSubstitutionState(today: string, from: string, to: string): SubstitutionState {
  if (to < today) return 'over'
  return from > today ? 'next' : 'now'
}

/** Returns the latest end day that is allowed for a substitution: 366 days from today. */
export function getMaxSubstitutionEnd(today: string): string {
  return addDays(today, 366)
}
