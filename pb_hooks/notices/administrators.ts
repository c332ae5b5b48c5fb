import { listActiveAdmins } from '../lib/users.ts'

/** Returns the ids of the active administrators, who receive a notice. Omits `except`, the user whose action is notified. */
export function listNotifiedAdminIds(tx: CoreApp, except = ''): string[] {
  return listActiveAdmins(tx).flatMap((admin) => (admin && admin.id !== except ? [admin.id] : []))
}

/** Number of requests that wait for an approver, and when the oldest of them was submitted. */
interface WaitingSince {
  count: number
  oldest: string
}

/** Function that counts the requests that a user can decide, and returns the time of the oldest submission. */
export type PendingSummaryReader = (app: CoreApp, person: core.Record) => WaitingSince

/**
 * Functions of the requests folder, passed to the notices. They check the user's current rights when a notice is read or
 * mailed, because the rights may have changed since the notice was created.
 */
export interface RequestQueries {
  getPendingSummary: PendingSummaryReader
  canReadRequest(app: CoreApp, person: core.Record, request: string): boolean
}
