import { queryClient } from '../lib/query-client.ts'
import { callerCountsQuery } from '../session/counts-query.ts'

/** Returns whether the current user is an approver, as a group member or substitute. */
export const isCurrentUserApprover = async () => (await queryClient.query(callerCountsQuery)).decide !== null
