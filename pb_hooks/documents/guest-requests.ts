import type { GuestRequest } from '../../src/domain/links/link-output.ts'
import type { RequestStatus } from '../../src/domain/requests/request.ts'
import { queryRows } from '../lib/sql.ts'
import type { OpenedLink } from '../links/links.ts'

/** Returns the requests that a guest made without an account, of the links with purpose `ask`. */
export function listGuestRequests(app: CoreApp, links: readonly OpenedLink[]): GuestRequest[] {
  const asked = links.filter(({ purpose }) => purpose === 'ask').map(({ id }) => id)
  if (!asked.length) return []
  return queryRows(
    app,
    `SELECT links.id, formats.name AS format, requests.number, requests.status,
       iif(requests.status IN ('returned', 'rejected', 'cancelled'), requests.reason, '') AS reason
     FROM json_each({:asked}) JOIN links ON links.id = value JOIN requests ON requests.id = request JOIN formats ON formats.id = requests.format
     ORDER BY requests.number`,
    { asked: JSON.stringify(asked) },
    { id: '', format: '', number: '', status: '' as RequestStatus, reason: '' },
  )
}
