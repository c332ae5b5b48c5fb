import type { DateRange } from '../domain/reports/periods.ts'
import type { DecidedRequestCounts, Report, ReportPerson, StageReport } from '../domain/reports/report.ts'
import { byteOrderMark, type CsvCell, formatCsvRows } from '../domain/text/csv.ts'
import { formatShortDate } from '../domain/time/date.ts'
import { createApproverRows, stageApprovalsHeader } from './approver-rows.ts'

/** Returns the name of an approver, or «Sin revisión» for automatic approvals. */
export const formatApproverName = ({ id, name }: Pick<ReportPerson, 'id' | 'name'>) => (id ? name : 'Sin revisión')

/** Converts seconds to hours with two decimals, as a number for spreadsheets: 5400 → 1.5. */
const hours = (seconds: number | null): CsvCell => (seconds === null ? '' : Math.round(seconds / 36) / 100)

const createDecisionRow = (
  name: string,
  { decided, approved, returned, rejected }: DecidedRequestCounts,
  waits: Pick<Report, 'median' | 'p90'>,
) => [name, decided, approved, returned, rejected, hours(waits.median), hours(waits.p90)]

/** Returns the report's tables as CSV that opens in Excel with Spanish settings. */
export function createReportCsv(report: Report, found: StageReport, { from, to }: DateRange, format: string): Blob {
  const { steps } = found
  const people = createApproverRows(report, found)
  const isPassedOn = found.passedOn.length > 0
  const rows: CsvCell[][] = [
    ['Periodo', `${formatShortDate(from)} a ${formatShortDate(to)}`],
    ['Formato', format],
    ['Recibidas', report.received],
    [],
    [
      'Persona',
      'Decididas',
      'Aprobadas',
      'Devueltas',
      'Rechazadas',
      'Tiempo habitual (horas)',
      'Máximo en 9 de cada 10 (horas)',
      ...(isPassedOn ? [stageApprovalsHeader] : []),
    ],
    ...people.map((user) => [
      ...createDecisionRow(formatApproverName(user), user, user),
      ...(isPassedOn ? [user.passedOn] : []),
    ]),
    createDecisionRow('Todas', report, report),
    [],
    ['Desde', 'Hasta', 'Recibidas', 'Decididas'],
    ...report.periods.map((each) => [
      formatShortDate(each.from),
      formatShortDate(each.to),
      each.received,
      each.decided,
    ]),
    ...(steps.length
      ? [[], ['Formato', 'Paso', 'Persona', 'Decisiones', 'Tiempo habitual (horas)', 'Máximo en 9 de cada 10 (horas)']]
      : []),
    ...steps.flatMap(({ formatName, name, people, ...stepTotals }) =>
      [{ ...stepTotals, name: 'Todas' }, ...people].map((each) => [
        ...[formatName, name, each.name, each.count],
        ...[hours(each.median), hours(each.p90)],
      ]),
    ),
    ...(report.sums.length ? [[], ['Campo', 'Moneda', 'Aprobadas', 'Suma']] : []),
    ...report.sums.map(({ label, currency, count, sum }) => [label, currency, count, { number: sum }]),
  ]
  return new Blob([byteOrderMark, formatCsvRows(rows)], { type: 'text/csv;charset=utf-8' })
}
