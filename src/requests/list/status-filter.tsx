import { useQuery } from '@tanstack/react-query'
import { requestStatuses, requestStatusLabels } from '../../domain/requests/request.ts'
import { formatNumber } from '../../lib/number-format.ts'
import { userTaskCountsQuery as ofAll } from '../../session/counts-query.ts'
import { FormField, Select } from '../../ui/form/form-field.tsx'
import { type RequestListSearchParams, toRequestFilter } from '../list-search.ts'
import { requestCountsQuery } from '../queries.ts'

interface Props {
  search: RequestListSearchParams
  total: number
  onChange: (change: RequestListSearchParams) => void
}

/** Select that filters the list by status; each option shows its count under the other filters. */
export function StatusFilter({ search, total, onChange }: Props) {
  const { status: _, ...narrowed } = toRequestFilter(search)
  const isNarrowed = Object.keys(narrowed).length > 0
  const { data: known } = useQuery(ofAll)
  const { data: found } = useQuery({ ...requestCountsQuery(search), enabled: isNarrowed })
  const counts = isNarrowed ? found : (known?.admin?.all ?? known?.own)
  const everything = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  // Shows the list's own total for the current status, because it is more recent than the counts.
  const addCount = (label: string, isCurrent: boolean, count = isCurrent ? total : undefined) =>
    count === undefined ? label : `${label} (${formatNumber(isCurrent ? total : count)})`
  return (
    <FormField label="Estado" hideLabel>
      <Select
        value={search.status ?? ''}
        placeholder={addCount('Todos los estados', !search.status, everything)}
        options={requestStatuses
          // A decided request is no draft.
          .filter((status) => search.mine !== 'decided' || status !== 'draft')
          .map((status) => ({
            value: status,
            label: addCount(requestStatusLabels[status].plural, search.status === status, counts?.[status]),
          }))}
        onChange={({ target }) => onChange({ status: requestStatuses.find((status) => status === target.value) })}
      />
    </FormField>
  )
}
