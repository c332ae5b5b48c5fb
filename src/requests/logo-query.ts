import { queryOptions } from '@tanstack/react-query'
import { readImageSize } from '../domain/documents/image-size.ts'
import { type Logo, parseLogo } from '../domain/documents/logo.ts'
import { fetchWithRetry } from '../lib/retry.ts'

/** Query for a logo by its URL, decoded as documents need it; `null` if the URL has no file. */
export const logoQuery = (address: string) =>
  queryOptions({
    queryKey: ['logo', address],
    queryFn: async ({ signal }) => {
      const answer = await fetchWithRetry(address, { signal })
      if (answer.status === 404) return null
      if (!answer.ok) throw new Error(`logo: ${answer.status}`)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return parseLogo(bytes) ?? toPreviewOnlyLogo(bytes, address)
    },
    enabled: address !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Returns a logo for the preview only, in a format that the browser cannot convert for the PDF, such as a transparent
 * picture. The server decodes the logo for the PDF.
 */
function toPreviewOnlyLogo(bytes: Uint8Array, src: string): Logo | null {
  const size = readImageSize(bytes)
  return size.width && size.height ? { kind: 'png', ...size, pdf: '', data: '', src } : null
}
