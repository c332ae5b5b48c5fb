import { queryClient } from '../lib/query-client.ts'
import { counts } from '../session/counts.ts'

/** Returns whether the current user is an approver, as a group member or substitute. */
export const decidesSomething = async () => (await queryClient.query(counts)).decide !== null
