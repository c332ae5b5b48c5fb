import { useQuery } from '@tanstack/react-query'
import type { Format, FormatVersion } from '../../../../domain/formats/format.ts'
import type { FilledByDeciders } from '../../../../domain/requests/filled.ts'
import type { RequestRoute } from '../../../../domain/requests/request-route.ts'
import { formatById, formatVersion } from '../../../../formats/queries.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import {
  filledByDeciders,
  requestById,
  requestHistory,
  requestRoute,
  type SeenRequest,
  sentValues,
} from '../../../../requests/queries.ts'
import { reasonsOffered } from '../../../../requests/queue/queries.ts'

/** A request with what it is shown with. */
export interface OpenedRequest {
  request: SeenRequest & { decidable?: boolean }
  /** Left out where any administrator decides. */
  route?: RequestRoute | undefined
  /** Left out where deciders fill nothing. */
  filled?: FilledByDeciders | undefined
  format: Format
  version: FormatVersion
}

interface Opened {
  opened: OpenedRequest | undefined
  /** Why nothing can be shown. */
  error: Error | null
  retry: () => void
}

/** What is known of the request that is looked at. */
export function useOpened(id: string): Opened {
  const request = useQuery({ ...requestById(id), enabled: id !== '' })
  const { format: of = '', formatVersion: by = '' } = request.data ?? {}
  const format = useQuery({ ...formatById(of), enabled: of !== '' })
  const version = useQuery({ ...formatVersion(by), enabled: by !== '' })
  const isRouted = (version.data?.route?.length ?? 0) > 0
  const route = useQuery({ ...requestRoute(id), enabled: isRouted })
  const isFilled = Boolean(version.data?.deciderFields)
  const filled = useQuery({ ...filledByDeciders(id), enabled: isFilled })
  const isRead = request.data && format.data && version.data && (route.data || !isRouted) && (filled.data || !isFilled)
  const opened = isRead
    ? {
        request: { ...request.data, ...(request.data.step && route.data && { decidable: route.data.decidable }) },
        format: format.data,
        version: version.data,
        route: route.data,
        filled: filled.data,
      }
    : undefined
  const failed = opened ? undefined : [request, format, version, route, filled].find((query) => query.error)
  return { opened, error: failed?.error ?? null, retry: () => void failed?.refetch() }
}

/** Reads beforehand all that a request is shown and decided with. */
export async function readAhead(id: string) {
  const { format, formatVersion: version, revision, step } = await queryClient.query(requestById(id))
  await Promise.all([
    queryClient.query(formatById(format)),
    queryClient
      .query(formatVersion(version))
      .then(({ deciderFields }) => deciderFields && queryClient.query(filledByDeciders(id))),
    queryClient.query({ ...reasonsOffered(format) }),
    ...(step > 0 ? [queryClient.query(requestRoute(id))] : []),
    ...(revision > 0 ? [queryClient.query(requestHistory(id)), queryClient.query(sentValues(id, revision - 1))] : []),
  ])
}
