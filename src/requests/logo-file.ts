import { queryOptions } from '@tanstack/react-query'
import { readLogo } from '../domain/document/logo.ts'

/** A logo as documents carry it, by the address of its file; null where there is none. */
export const logoOf = (address: string) =>
  queryOptions({
    queryKey: ['logo', address],
    queryFn: async ({ signal }) => {
      const answer = await fetch(address, { signal })
      return answer.ok ? readLogo(new Uint8Array(await answer.arrayBuffer())) : null
    },
    enabled: address !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
