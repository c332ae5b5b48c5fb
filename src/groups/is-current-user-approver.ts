import { queryClient } from '../lib/query-client.ts'
import { userTaskCountsQuery } from '../session/counts-query.ts'

/** Returns whether the current user is an approver, as a group member or substitute. */
export const isCurrentUserApprover = async () => (await queryClient.query(userTaskCountsQuery)).decide !== null
