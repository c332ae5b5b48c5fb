import { activeAdmins } from '../lib/people.ts'

/** Active administrators, who receive the notices for administrators. `except` is the one who acted. */
export function adminIds(tx: CoreApp, except = ''): string[] {
  return activeAdmins(tx).flatMap((admin) => (admin && admin.id !== except ? [admin.id] : []))
}

/** How many wait for somebody now, and since when. */
interface WaitingSince {
  count: number
  oldest: string
}

export type WaitingNow = (app: CoreApp, person: core.Record) => WaitingSince

/** What is asked of requests once notices are read, or a mail of them leaves: who reads those may be another by then. */
export interface RequestsNow {
  waitingNow: WaitingNow
  mayRead(app: CoreApp, person: core.Record, request: string): boolean
}
