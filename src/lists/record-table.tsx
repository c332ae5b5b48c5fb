import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Field } from '../domain/fields/field.ts'
import { formatValue } from '../domain/fields/values.ts'
import type { ListRow, RecordList } from '../domain/lists/list-output.ts'
import { maxFoundRecords } from '../domain/lists/list-search.ts'
import { describeError } from '../lib/api-error.ts'
import { Table } from '../ui/data/table.tsx'
import { SearchInput } from '../ui/form/search-input.tsx'
import { Stack } from '../ui/page/layout.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/state/screen-states.tsx'
import { useIsNarrowScreen } from '../ui/use-media-query.ts'
import { listRecordsQuery } from './queries.ts'

export function RecordTable({ list }: { list: RecordList }) {
  const [sought, setSought] = useState('')
  const { data, error, refetch, isPlaceholderData } = useQuery(listRecordsQuery(list, sought))
  const isNarrow = useIsNarrowScreen()
  const idOf = ({ values }: ListRow) => String(values[list.keyColumn])
  return (
    <Stack gap={3}>
      <SearchInput label="Buscar en la lista" value={sought} onChange={setSought} />
      {!data && !error && <Skeleton height={`${estimateHeight(list, isNarrow)}rem`} />}
      {!data && error && <ErrorState message={describeError(error)} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState icon="search" title="Ningún registro coincide">
          Escriba al menos dos letras del comienzo de una palabra.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Table
          caption={`Registros de ${list.name}`}
          rows={data}
          rowId={idOf}
          busy={isPlaceholderData}
          columns={list.columns.map((column) => ({
            id: column.key,
            header: column.label,
            ...(column.key === list.keyColumn && { card: 'title' as const }),
            cell: ({ values }: ListRow) => {
              const value = values[column.key]
              return value === undefined ? '' : formatValue(column as Field, value)
            },
          }))}
        />
      )}
      {data?.length === maxFoundRecords && <p>Se muestran los primeros 20. Busque para encontrar otros.</p>}
    </Stack>
  )
}

/**
 * Returns the approximate height in rem of the first records, so that the panels below hardly move when the records
 * arrive. Narrow screens show a card for each record.
 */
function estimateHeight({ total, columns }: RecordList, isNarrow: boolean): number {
  const rows = Math.min(total, maxFoundRecords)
  const [emptyStateHeight, headHeight, rowHeight, noteHeight] = [8, 2.25, 2.75, 2.25]
  const cardHeight = 4.2 + 1.75 * (columns.length - 1)
  const recordsHeight = isNarrow ? rows * cardHeight : headHeight + rows * rowHeight
  return Math.max(emptyStateHeight, recordsHeight) + (total < maxFoundRecords ? 0 : noteHeight)
}
