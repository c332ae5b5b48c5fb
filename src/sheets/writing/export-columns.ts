import { documentKindNames, documentKindOf } from '../../domain/documents/document-kind.ts'
import type { Column, Field, Row, Value } from '../../domain/fields/field.ts'
import { ownValue } from '../../domain/fields/scope.ts'
import { printValue } from '../../domain/fields/values.ts'
import type { ExportedRequest, ExportVersion } from '../../domain/requests/exported.ts'
import { requestStatusNames } from '../../domain/requests/request.ts'
import type { CellOut, ColumnOut, RowOut } from './sheet-xml.ts'
import type { Look } from './styles-xml.ts'
import { cellOf, lookOf, momentCell } from './value-cells.ts'

/** A column of the exported list and what stands in it. */
export interface ExportColumn {
  out: ColumnOut
  cell: (request: ExportedRequest) => CellOut
}

const column = (header: string, width: number, cell: ExportColumn['cell'], look: Look = 'text'): ExportColumn => ({
  out: { header, width, look },
  cell,
})

const number = column('Número', 17, ({ number }) => number)
const status = column('Estado', 12, (request) => requestStatusNames[request.status])
const summary = column('Datos', 40, (request) => request.summary)
const owner = column('Solicitante', 26, ({ ownerName }) => ownerName)

/** What requests of all formats have in common; who decided is told to administrators alone. */
export function commonColumns(withReviewer: boolean): ExportColumn[] {
  return [
    number,
    status,
    column('Código', 8, ({ formatCode }) => formatCode),
    column('Formato', 26, ({ formatName }) => formatName),
    summary,
    owner,
    column('Lote', 17, ({ batchNumber }) => batchNumber),
    column('Fila', 8, ({ row }) => row || null, 'general'),
    column('Creada', 17, ({ created }) => momentCell(created), 'moment'),
    column('Enviada', 17, ({ submittedAt }) => momentCell(submittedAt), 'moment'),
    column('Decidida', 17, ({ decidedAt }) => momentCell(decidedAt), 'moment'),
    ...(withReviewer ? [column('Decidida por', 26, ({ reviewerName }) => reviewerName)] : []),
    column('Documento', 17, ({ documentNumber }) => documentNumber),
    column('Clase de documento', 20, (request) => {
      const kind = documentKindOf(request)
      return kind && documentKindNames[kind]
    }),
    column('Motivo', 40, ({ reason }) => reason),
  ]
}

/** The fields by which requests were made, each as its own version says it. */
export class ExportFields {
  readonly #versions: readonly ExportVersion[]

  constructor(versions: readonly ExportVersion[]) {
    this.#versions = versions
  }

  /** Of one format: those of its newest version, then what only earlier ones have. */
  of(format: string): Field[] {
    const all = this.#versions.filter((version) => version.format === format).flatMap(({ fields }) => fields)
    return [...new Map(all.toReversed().map((field) => [field.key, field])).values()].toSorted(
      (a, b) => all.findIndex(({ key }) => key === a.key) - all.findIndex(({ key }) => key === b.key),
    )
  }

  /** The field as the request's own version says it. */
  #said(request: ExportedRequest, field: Field): Field {
    const version = this.#versions.find(({ id }) => id === request.formatVersion)
    return version?.fields.find(({ key }) => key === field.key) ?? field
  }

  /** A column for a field; a table is one cell with a line for each of its rows. */
  column(field: Field): ExportColumn {
    return {
      out: columnOut(field),
      cell: (request) => {
        const value: Value | undefined = ownValue(request.values, field.key)
        const said = this.#said(request, field)
        return said.type === 'table' ? rowsOf(value).map(lineOf(said)).join('\n') : cellOf(said, value)
      },
    }
  }

  /** The lines of a table with what tells whose they are. */
  lines(table: Field): { columns: ColumnOut[]; rows: (request: ExportedRequest) => RowOut[] } {
    const whose = [number, status, summary, owner]
    const columns = table.columns ?? []
    return {
      columns: [
        ...whose.map(({ out }) => out),
        { header: 'Línea', width: 8, look: 'general' },
        ...columns.map(columnOut),
      ],
      rows: (request) => {
        const said = this.#said(request, table)
        if (said.type !== 'table') return []
        return rowsOf(ownValue(request.values, table.key)).map((row, index) => [
          ...whose.map(({ cell }) => cell(request)),
          index + 1,
          ...columns.map((each) =>
            cellOf(said.columns?.find(({ key }) => key === each.key) ?? each, ownValue(row, each.key)),
          ),
        ])
      },
    }
  }
}

const rowsOf = (value: Value | undefined): Row[] => (Array.isArray(value) ? (value as Row[]) : [])

const lineOf =
  ({ columns = [] }: Field) =>
  (row: Row) =>
    columns
      .flatMap((column) => {
        const value = ownValue(row, column.key)
        return value === undefined || value === '' ? [] : [printValue(column, value)]
      })
      .join(' · ')

function columnOut(field: Column): ColumnOut {
  const header = field.currency ? `${field.label} (${field.currency})` : field.label
  return { header, width: Math.min(40, Math.max(14, header.length + 2)), look: lookOf(field) }
}
