import type { ColumnMapping, MappingProblem } from '../../domain/batches/column-matching.ts'
import type { Field } from '../../domain/fields/field.ts'
import type { SheetSummary } from '../../sheets/reading/sheet-summary.ts'
import { getColumnLabel, listTemplateColumns } from '../../sheets/writing/template-columns.ts'
import { Panel } from '../../ui/panel.tsx'
import type { ImportSession } from '../intake/import-session.ts'
import { ColumnMappingRow } from './column-mapping-row.tsx'
import s from './column-mapping-table.module.css'

interface Props {
  importing: ImportSession
  sheet: SheetSummary
  fields: readonly Field[]
  mapping: ColumnMapping
  problems: readonly MappingProblem[]
}

/** Table of the sheet's columns: three sample values per column, and the field it is mapped to. */
export function ColumnMappingTable({ importing, sheet, fields, mapping, problems }: Props) {
  const letters = new Map(sheet.columns.map(({ column, letter }) => [column, letter]))
  const named = new Map(
    sheet.columns.map(({ column, letter, header }) => [column, `${letter} (${header || 'sin encabezado'})`]),
  )
  const placed = new Map(Object.entries(mapping).map(([column, key]) => [key, letters.get(Number(column)) ?? '']))
  const offered = listTemplateColumns(fields).map(({ key, header }) => ({ key, header }))
  const known = new Set(offered.map(({ key }) => key))
  for (const key of placed.keys()) if (!known.has(key)) offered.push({ key, header: getColumnLabel(key, fields) })
  return (
    <Panel flush title="Qué dato trae cada columna">
      <ul className={s.list}>
        {sheet.columns.map((column) => {
          const key = mapping[column.column] ?? ''
          const rivals = problems.find((problem) => problem.kind === 'duplicate' && problem.key === key)
          return (
            <ColumnMappingRow
              key={column.column}
              column={column}
              chosen={key}
              fields={fields}
              options={offered.map((option) => ({
                value: option.key,
                label:
                  placed.has(option.key) && option.key !== key
                    ? `${option.header} · ya en la columna ${placed.get(option.key)}`
                    : option.header,
              }))}
              rivals={
                rivals?.kind === 'duplicate' && key !== ''
                  ? rivals.columns.filter((other) => other !== column.column).map((other) => named.get(other) ?? '')
                  : []
              }
              onChoose={(chosen) => void importing.map(column.column, chosen)}
            />
          )
        })}
      </ul>
    </Panel>
  )
}
