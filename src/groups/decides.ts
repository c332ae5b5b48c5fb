import { queryClient } from '../lib/query-client.ts'
import { counts } from '../session/counts.ts'

/** Whether who is here decides anything, in a group or in another's place: the server says so. */
export const decidesSomething = async () => (await queryClient.query(counts)).decide !== null
