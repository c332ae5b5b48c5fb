import type { Report, ReportPerson } from '../domain/report.ts'
import type { DecisionName, RequestFilter } from '../domain/request-filter.ts'
import { numberOf } from '../lib/count.ts'
import { Table } from '../ui/table.tsx'
import type { TableColumn } from '../ui/table-head.tsx'
import { CountLink } from './count-link.tsx'
import { personName } from './report-csv.ts'
import { waitOf } from './wait.ts'

const counts = [
  ['decided', 'Decididas', undefined],
  ['approved', 'Aprobadas', 'approve'],
  ['returned', 'Devueltas', 'return'],
  ['rejected', 'Rechazadas', 'reject'],
] as const satisfies [keyof ReportPerson, string, DecisionName | undefined][]

/** Who decided how much and how soon; `list` is the list of what was decided in the period. */
export function People({ report, list }: { report: Report; list: RequestFilter }) {
  const columns: TableColumn<ReportPerson>[] = [
    { id: 'name', header: 'Persona', cell: personName, card: 'title' },
    ...counts.map(
      ([key, header, decision]): TableColumn<ReportPerson> => ({
        id: key,
        header,
        align: 'end',
        // What was approved without anybody is nobody's, so no list of a person shows it.
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
    { id: 'median', header: 'Habitual', align: 'end', cell: ({ median }) => waitOf(median) },
    { id: 'p90', header: '9 de cada 10', align: 'end', cell: ({ p90 }) => waitOf(p90) },
  ]
  return <Table caption="Decisiones por persona" columns={columns} rows={report.people} rowId={({ id }) => id} />
}
