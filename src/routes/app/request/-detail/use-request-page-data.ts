import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Format, FormatVersion } from '../../../../domain/formats/format.ts'
import type { User } from '../../../../domain/users/user.ts'
import { addComputedValues } from '../../../../requests/form-conversion.ts'
import { approverFieldsQuery, requestRouteQuery, type ViewedRequest } from '../../../../requests/queries.ts'

export type RequestPageData = ReturnType<typeof useRequestPageData>

export function useRequestPageData(
  request: ViewedRequest,
  { format, version }: { format: Format; version: FormatVersion },
  me: User,
) {
  const isSent = request.status !== 'draft'
  const isRouted = (version.route?.length ?? 0) > 0
  const {
    data: route,
    error: routeError,
    refetch: readRoute,
  } = useQuery({ ...requestRouteQuery(request.id), enabled: isRouted && isSent })
  const isFilled = Boolean(version.deciderFields) && isSent
  const { data: filled, error: filledError } = useQuery({ ...approverFieldsQuery(request.id), enabled: isFilled })
  const values = useMemo(() => addComputedValues(version.fields, request.values), [request.values, version.fields])
  return {
    request,
    format,
    version,
    values,
    route,
    routeError,
    readRoute,
    filled,
    /** True while the approver fields are loading. */
    isFilledPending: isFilled && !filledError && filled === undefined,
    owner: request.expand?.owner?.name ?? (request.owner === me.id ? me.name : route?.ownerName),
    isOfOthers: request.owner !== me.id,
    /** Request with the user's right to decide it at its current step. */
    seen: { ...request, ...(request.step > 0 && { decidable: route?.decidable === true }) },
  }
}
