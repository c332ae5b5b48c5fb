import { activeAdmins } from '../lib/people.ts'
import { createNotices } from './create.ts'

/** Whom the notices for administrators go to, but for the one who did it himself. */
export function adminIds(tx: CoreApp, but = ''): string[] {
  return activeAdmins(tx).flatMap((admin) => (admin && admin.id !== but ? [admin.id] : []))
}

/** Those who decide, each with how many of these are his to decide, hear that something waits: once, until they have read it. */
export function notifyDeciders(tx: CoreApp, asker: string, counts: ReadonlyMap<string, number>) {
  const others = [...counts].filter(([to, count]) => to !== asker && count > 0)
  const news = others.map(([to, count]) => ({ to, count, subjectId: '', details: {} }))
  if (news.length) createNotices(tx, 'waiting', 'waiting', news)
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
