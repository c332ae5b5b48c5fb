import { queryOptions } from '@tanstack/react-query'
import { type Logo, pictureSize, readLogo } from '../domain/documents/logo.ts'
import { patientFetch } from '../lib/patience.ts'

/** A logo as documents carry it, by the address of its file; null where there is none. */
export const logoOf = (address: string) =>
  queryOptions({
    queryKey: ['logo', address],
    queryFn: async ({ signal }) => {
      const answer = await patientFetch(address, { signal })
      if (answer.status === 404) return null
      if (!answer.ok) throw new Error(`logo: ${answer.status}`)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return readLogo(bytes) ?? shownAlone(bytes, address)
    },
    enabled: address !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })

/** One that only the server takes apart for a PDF (see-through, say): a screen shows it as it is. */
function shownAlone(bytes: Uint8Array, src: string): Logo | null {
  const size = pictureSize(bytes)
  return size.width && size.height ? { kind: 'png', ...size, pdf: '', data: '', src } : null
}
