import { queryOptions } from '@tanstack/react-query'
import type { Status } from '../domain/settings.ts'

/** What anybody may know of this installation; asked without the client, which the public screens need only later. */
export const installation = queryOptions({
  queryKey: ['status'],
  queryFn: async (): Promise<Status> => {
    const answer = await fetch('/api/app/status')
    if (!answer.ok) throw new Error(String(answer.status))
    return answer.json()
  },
})

/** Whether the link of a new installation is good, as far as that can be told. */
export const isGoodLink = (token: string) =>
  queryOptions({
    queryKey: ['status', 'link', token],
    queryFn: async (): Promise<boolean> => {
      const headers = { 'Content-Type': 'application/json' }
      const call = { method: 'POST', headers, body: JSON.stringify({ token }) }
      return (await fetch('/api/app/setup?check=1', call)).status !== 403
    },
    // Each asking is one of the tries that an address has in a minute.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    retry: false,
  })
