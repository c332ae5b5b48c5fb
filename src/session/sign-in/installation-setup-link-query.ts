import { queryOptions } from '@tanstack/react-query'

/** Query that checks the setup link of a new installation. Only a 403 response counts as invalid. */
export const installationSetupLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['status', 'link', token],
    queryFn: async (): Promise<boolean> => {
      const headers = { 'Content-Type': 'application/json' }
      const call = { method: 'POST', headers, body: JSON.stringify({ token }) }
      return (await fetch('/api/app/setup?check=1', call)).status !== 403
    },
    // Never refetches, because each check counts toward the rate limit per address and minute.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    retry: false,
  })
