import { documentKindLabels, getDocumentKind } from '../../domain/documents/document-kind.ts'
import type { Column, Field, Row, Value } from '../../domain/fields/field.ts'
import { getOwnValue } from '../../domain/fields/value-lookup.ts'
import { formatValue } from '../../domain/fields/values.ts'
import { requestStatusLabels } from '../../domain/requests/request.ts'
import type { ExportedFormatVersion, ExportedRequest } from '../../domain/requests/request-export.ts'
import { getCellStyle, toDateTimeCell, toOutputCell } from './output-cells.ts'
import type { CellStyle, OutputCell, OutputColumn, OutputRow } from './sheet-xml.ts'

export interface ExportColumn {
  out: OutputColumn
  cell: (request: ExportedRequest) => OutputCell
}

const column = (header: string, width: number, cell: ExportColumn['cell'], look: CellStyle = 'text'): ExportColumn => ({
  out: { header, width, look },
  cell,
})

const number = column('Número', 17, ({ number }) => number)
const status = column('Estado', 12, (request) => requestStatusLabels[request.status].label)
const summary = column('Datos', 40, (request) => request.summary)
const owner = column('Solicitante', 26, ({ ownerName }) => ownerName)

/** Returns the columns of all formats, with the approver if `withReviewer`, and the people who have not signed if a version has outside signers. */
export function createCommonColumns(withReviewer: boolean, versions: readonly ExportedFormatVersion[]): ExportColumn[] {
  return [
    number,
    status,
    column('Código', 8, ({ formatCode }) => formatCode),
    column('Formato', 26, ({ formatName }) => formatName),
    summary,
    owner,
    column('Lote', 17, ({ batchNumber }) => batchNumber),
    column('Fila', 8, ({ row }) => row || null, 'general'),
    column('Creada', 17, ({ created }) => toDateTimeCell(created), 'moment'),
    column('Enviada', 17, ({ submittedAt }) => toDateTimeCell(submittedAt), 'moment'),
    column('Decidida', 17, ({ decidedAt }) => toDateTimeCell(decidedAt), 'moment'),
    ...(withReviewer ? [column('Decidida por', 26, ({ reviewerName }) => reviewerName)] : []),
    column('Documento', 17, ({ documentNumber }) => documentNumber),
    column('Clase de documento', 20, (request) => {
      const kind = getDocumentKind(request)
      return kind && documentKindLabels[kind].label
    }),
    column('Motivo', 40, ({ reason }) => reason),
    ...(versions.some(({ isSigned }) => isSigned) ? [column('Falta por firmar', 40, ({ unsigned }) => unsigned)] : []),
  ]
}

/** Export columns of a format's fields, formatted by the fields of each request's own version. */
export class ExportFieldColumns {
  readonly #versions: readonly ExportedFormatVersion[]

  constructor(versions: readonly ExportedFormatVersion[]) {
    this.#versions = versions
  }

  /** Returns the fields of a format. Fields of the newest version come first, then fields that only older versions have. */
  of(format: string): Field[] {
    const all = this.#versions.filter((version) => version.format === format).flatMap(({ fields }) => fields)
    return [...new Map(all.toReversed().map((field) => [field.key, field])).values()].toSorted(
      (a, b) => all.findIndex(({ key }) => key === a.key) - all.findIndex(({ key }) => key === b.key),
    )
  }

  #ownField(request: ExportedRequest, field: Field): Field {
    const version = this.#versions.find(({ id }) => id === request.formatVersion)
    return version?.fields.find(({ key }) => key === field.key) ?? field
  }

  /** Returns the column of a field. A table field becomes one cell with a line of text per table row. */
  column(field: Field): ExportColumn {
    return {
      out: toOutputColumn(field),
      cell: (request) => {
        const value: Value | undefined = getOwnValue(request.values, field.key)
        const ownField = this.#ownField(request, field)
        return ownField.type === 'table'
          ? rowsOf(value).map(createRowFormatter(ownField)).join('\n')
          : toOutputCell(ownField, value)
      },
    }
  }

  /** Returns the sheet of a table field, with one row per table row. The first columns identify the request. */
  lines(table: Field): { columns: OutputColumn[]; rows: (request: ExportedRequest) => OutputRow[] } {
    const identifying = [number, status, summary, owner]
    const columns = table.columns ?? []
    return {
      columns: [
        ...identifying.map(({ out }) => out),
        { header: 'Línea', width: 8, look: 'general' },
        ...columns.map(toOutputColumn),
      ],
      rows: (request) => {
        const ownField = this.#ownField(request, table)
        if (ownField.type !== 'table') return []
        return rowsOf(getOwnValue(request.values, table.key)).map((row, index) => [
          ...identifying.map(({ cell }) => cell(request)),
          index + 1,
          ...columns.map((each) =>
            toOutputCell(ownField.columns?.find(({ key }) => key === each.key) ?? each, getOwnValue(row, each.key)),
          ),
        ])
      },
    }
  }
}

const rowsOf = (value: Value | undefined): Row[] => (Array.isArray(value) ? (value as Row[]) : [])

const createRowFormatter =
  ({ columns = [] }: Field) =>
  (row: Row) =>
    columns
      .flatMap((column) => {
        const value = getOwnValue(row, column.key)
        return value === undefined || value === '' ? [] : [formatValue(column, value)]
      })
      .join(' · ')

function toOutputColumn(field: Column): OutputColumn {
  const header = field.currency ? `${field.label} (${field.currency})` : field.label
  return { header, width: Math.min(40, Math.max(14, header.length + 2)), look: getCellStyle(field) }
}
