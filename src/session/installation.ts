import { queryOptions } from '@tanstack/react-query'
import type { Status } from '../domain/settings/settings.ts'

/** What anybody may know of this installation; asked without the client, which the public screens need only later. */
export const installation = queryOptions({
  queryKey: ['status'],
  queryFn: async (): Promise<Status> => {
    const answer = await fetch('/api/app/status')
    if (!answer.ok) throw new Error(String(answer.status))
    return answer.json()
  },
})
