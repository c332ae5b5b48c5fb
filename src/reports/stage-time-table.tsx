import type { UseQueryResult } from '@tanstack/react-query'
import type { StageReport } from '../domain/reports/report.ts'
import type { RequestFilter } from '../domain/requests/request-filter.ts'
import { describeError } from '../lib/error-message.ts'
import { Table } from '../ui/data/table.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { ErrorState } from '../ui/state/error-state.tsx'
import { Skeleton } from '../ui/state/skeleton.tsx'
import { CountLink } from './count-link.tsx'
import { ExpandableRows } from './expandable-rows.tsx'
import { formatWaitingTime } from './waiting-time.ts'

interface Props {
  found: UseQueryResult<StageReport>
  /** True if a format has route steps. Otherwise nothing is shown while loading. */
  isExpected: boolean
  withFormat: boolean
  /** Filter of the requests decided in the period. */
  list: RequestFilter
}

/** Table of the waiting times per route step and approver; hidden if no format has steps. */
export function StageTimeTable({ found, isExpected, withFormat, list }: Props) {
  const { data, error, refetch, isPlaceholderData } = found
  if (data ? data.steps.length === 0 : !isExpected && !error) return null
  const rows = data?.steps.flatMap(({ people, ...step }) => [
    // With one person, the total would repeat the row of that person.
    ...(people.length === 1
      ? []
      : [{ ...step, id: `${step.format} ${step.step}`, person: 'Todas', reviewer: undefined }]),
    ...people.map(({ id, name, ...waits }) => ({
      ...step,
      ...waits,
      id: `${step.format} ${step.step} ${id}`,
      person: name,
      reviewer: id,
    })),
  ])
  return (
    <Panel
      title="Por paso"
      description="Cuánto tarda cada paso: lo habitual y el máximo en 9 de cada 10 casos. Si una solicitud repite el paso, cuenta dos veces."
      flush={rows !== undefined}
    >
      {!rows && !error && <Skeleton lines={4} />}
      {!rows && error && <ErrorState message={describeError(error)} onRetry={() => void refetch()} />}
      {rows && (
        <ExpandableRows count={rows.length}>
          <Table
            caption="Tiempos por paso"
            rows={rows}
            rowId={({ id }) => id}
            busy={isPlaceholderData}
            columns={[
              {
                id: 'step',
                header: 'Paso',
                card: 'title',
                cell: ({ name, formatName }) => (withFormat ? `${formatName} · ${name}` : name),
              },
              { id: 'person', header: 'Persona', cell: ({ person }) => person },
              {
                id: 'count',
                header: 'Decisiones',
                align: 'end',
                cell: ({ count, format, step, name, reviewer, person }) => (
                  <CountLink
                    count={count}
                    of={`en «${name}»${reviewer ? ` por ${person}` : ''}`}
                    list={{ ...list, format, step, ...(reviewer && { reviewer }) }}
                  />
                ),
              },
              { id: 'median', header: 'Habitual', align: 'end', cell: ({ median }) => formatWaitingTime(median) },
              { id: 'p90', header: '9 de cada 10', align: 'end', cell: ({ p90 }) => formatWaitingTime(p90) },
            ]}
          />
        </ExpandableRows>
      )}
    </Panel>
  )
}
