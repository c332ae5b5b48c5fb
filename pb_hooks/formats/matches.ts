import type { Field } from '../../src/domain/field.ts'
import { listKey } from '../../src/domain/list.ts'
import { readable } from '../lib/faults.ts'
import { row, rows, run } from '../lib/sql.ts'

/** What a format that is published needs to know records of lists by another column than their key, of each import that may count. */
export function keepMatchesOf(tx: CoreApp, fields: readonly Field[]) {
  for (const { list } of fields) {
    const stored =
      list?.match && row(tx, 'SELECT current, previous FROM lists WHERE id = {:id}', { id: list.id }, imports)
    if (list && stored) keepMatches(tx, list.id, [stored.current, stored.previous].filter(Boolean), [list.match ?? ''])
  }
}

const imports = { current: '', previous: '' }

/** The same of imports of a list, for the columns by which any version of a format knows its records. */
export function keepMatches(tx: CoreApp, list: string, imports: readonly string[], columns = matchedColumns(tx, list)) {
  for (const id of imports) for (const column of columns) keepColumn(tx, id, column)
}

function matchedColumns(tx: CoreApp, list: string): string[] {
  const query = "SELECT fields FROM format_versions WHERE instr(fields, {:list}) > 0 AND instr(fields, 'match') > 0"
  const fields = rows(tx, query, { list }, { fields: '' }).flatMap((version) => readable<Field[]>(version.fields, []))
  return [...new Set(fields.flatMap((field) => (field.list?.id === list && field.list.match) || []))]
}

/** Its rows change no more: what was kept once is whole. */
function keepColumn(tx: CoreApp, id: string, column: string) {
  const of = { id, column }
  const kept = 'SELECT 1 AS n FROM list_matches WHERE import = {:id} AND "column" = {:column} LIMIT 1'
  if (row(tx, kept, of, { n: 0 })) return
  const query = `SELECT id AS record, iif(json_valid("values"), "values", '{}') ->> {:column} AS value FROM list_rows WHERE import = {:id}`
  const lines = rows(tx, `SELECT record, CAST(value AS TEXT) AS value FROM (${query}) WHERE value IS NOT NULL`, of, {
    record: '',
    value: '',
  })
    .map(({ record, value }) => ({ record, key: listKey(value) }))
    .filter(({ key }) => key !== '')
  run(
    tx,
    `INSERT INTO list_matches SELECT {:id}, {:column}, value ->> 'key', value ->> 'record' FROM json_each({:lines})`,
    { ...of, lines: JSON.stringify(lines) },
  )
}
