import { queryOptions } from '@tanstack/react-query'

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
