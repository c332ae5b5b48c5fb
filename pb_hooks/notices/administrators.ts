import { listActiveAdmins } from '../lib/users.ts'

/** Returns the ids of active administrators, who get the notices for administrators. `except`: id of the user who acted. */
export function getAdminIds(tx: CoreApp, except = ''): string[] {
  return listActiveAdmins(tx).flatMap((admin) => (admin && admin.id !== except ? [admin.id] : []))
}

/** Number of requests that wait for an approver, and when the oldest of them was submitted. */
interface WaitingSince {
  count: number
  oldest: string
}

export type PendingSummaryReader = (app: CoreApp, person: core.Record) => WaitingSince

/**
 * Functions of the requests area that notices call when they are read or mailed. A user's rights may have changed since
 * the notice was created.
 */
export interface RequestQueries {
  getPendingSummary: PendingSummaryReader
  canReadRequest(app: CoreApp, person: core.Record, request: string): boolean
}
