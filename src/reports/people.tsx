import type { ReportPerson } from '../domain/reports/report.ts'
import type { DecisionType, RequestFilter } from '../domain/requests/request-filter.ts'
import { numberOf } from '../lib/count.ts'
import { Table } from '../ui/table.tsx'
import type { TableColumn } from '../ui/table-head.tsx'
import { CountLink } from './count-link.tsx'
import { type PersonRow, passedOnHeader } from './person-rows.ts'
import { personName } from './report-csv.ts'
import { waitOf } from './wait.ts'

const counts = [
  ['decided', 'Decididas', undefined],
  ['approved', 'Aprobadas', 'approve'],
  ['returned', 'Devueltas', 'return'],
  ['rejected', 'Rechazadas', 'reject'],
] as const satisfies [keyof ReportPerson, string, DecisionType | undefined][]

const passedOnOf = ({ passedOn }: PersonRow) => numberOf(passedOn)

interface Props {
  people: readonly PersonRow[]
  /** Filter of the requests decided in the period. */
  list: RequestFilter
}

/** Table of approvers: number of decided requests, decision times, and requests of which they approved only a step. */
export function People({ people, list }: Props) {
  const columns: TableColumn<PersonRow>[] = [
    { id: 'name', header: 'Persona', cell: personName, card: 'title' },
    ...counts.map(
      ([key, header, decision]): TableColumn<PersonRow> => ({
        id: key,
        header,
        align: 'end',
        // Automatic approvals have no approver, so they link to no list.
        cell: (person) =>
          person.id ? (
            <CountLink
              count={person[key]}
              of={`${header.toLowerCase()} por ${person.name}`}
              list={{ ...list, reviewer: person.id, ...(decision && { decision }) }}
            />
          ) : (
            numberOf(person[key])
          ),
      }),
    ),
    ...(people.some(({ passedOn }) => passedOn > 0)
      ? [{ id: 'passedOn', header: passedOnHeader, align: 'end', cell: passedOnOf } satisfies TableColumn<PersonRow>]
      : []),
    { id: 'median', header: 'Habitual', align: 'end', cell: ({ median }) => waitOf(median) },
    { id: 'p90', header: '9 de cada 10', align: 'end', cell: ({ p90 }) => waitOf(p90) },
  ]
  return <Table caption="Decisiones por persona" columns={columns} rows={people} rowId={({ id }) => id} />
}
