import type { ListImportChanges } from '../../src/domain/lists/list-output.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'

/** Number of rows written, copied or deleted per chunk; small, because other writers wait for each transaction. */
const rowsPerChunk = 1_000

export interface ImportedRow {
  row: number
  key: string
  label: string
  values: string
  search: string
}

/** Inserts rows of an import. Rows that exist are unchanged. Returns the numbers of rows whose key another row already has. */
export function insertRows(tx: CoreApp, list: string, id: string, lines: readonly ImportedRow[]): number[] {
  const inserted = queryRows(
    tx,
    `INSERT INTO list_rows (id, list, import, "row", "key", label, "values", search)
     SELECT substr(lower(hex(randomblob(8))), 2), {:list}, {:id}, value ->> 'row', value ->> 'key', value ->> 'label', value ->> 'values', value ->> 'search'
     FROM json_each({:lines}) WHERE true
     ON CONFLICT (import, "key") DO UPDATE SET label = excluded.label, "values" = excluded."values", search = excluded.search
     WHERE list_rows."row" = excluded."row"
     RETURNING "row"`,
    { list, id, lines: JSON.stringify(lines) },
    { row: 0 },
  )
  const there = new Set(inserted.map((line) => line.row))
  return lines.flatMap((line) => (there.has(line.row) ? [] : line.row))
}

export function countImportRows(app: CoreApp, id: string): number {
  const query = 'SELECT count(*) AS count FROM list_rows WHERE import = {:id}'
  return queryRow(app, query, { id }, { count: 0 })?.count ?? 0
}

/** Compares two imports by key and counts their differences. */
export function compareImports(app: CoreApp, before: string, after: string): ListImportChanges {
  const query = `SELECT count(*) AS count, ifnull(sum(old."key" IS NULL), 0) AS added,
      ifnull(sum(old."key" IS NOT NULL AND old."values" != fresh."values"), 0) AS changed
    FROM list_rows fresh LEFT JOIN list_rows old ON old.import = {:before} AND old."key" = fresh."key"
    WHERE fresh.import = {:after}`
  const shape = { count: 0, added: 0, changed: 0 }
  const { count, added, changed } = queryRow(app, query, { before, after }, shape) ?? shape
  return { rows: count, added, changed, removed: countImportRows(app, before) - (count - added) }
}

/** Copies rows of one import whose keys another import lacks. */
export function copyMissingRows(app: CoreApp, list: string, from: string, to: string) {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const params: Record<string, string> = { list, from, to, after }
    writeInTransaction(app, (tx) => {
      const query = `SELECT "key" AS last FROM list_rows WHERE import = {:from} AND "key" > {:after} ORDER BY "key" LIMIT 1 OFFSET ${rowsPerChunk - 1}`
      const last = queryRow(tx, query, params, { last: '' })?.last
      executeSql(
        tx,
        `INSERT INTO list_rows (id, list, import, "row", "key", label, "values", search)
         SELECT substr(lower(hex(randomblob(8))), 2), {:list}, {:to}, "row", "key", label, "values", search FROM list_rows old
         WHERE import = {:from} AND "key" > {:after} ${last === undefined ? '' : 'AND "key" <= {:last}'}
           AND NOT EXISTS (SELECT 1 FROM list_rows fresh WHERE fresh.import = {:to} AND fresh."key" = old."key")`,
        { ...params, ...(last !== undefined && { last }) },
      )
      after = last
    })
    engine.yieldToWriters()
  }
}

/** Deletes rows of imports that the list no longer refers to. Reads the list again for each chunk, because another import may have started. */
export function deleteUnusedRows(app: CoreApp, list: string) {
  const isUnnamed =
    'import NOT IN (SELECT value FROM lists, json_each(json_array(current, previous, staged)) WHERE lists.id = {:list})'
  const next = () =>
    queryRow(
      app,
      `SELECT import FROM list_rows WHERE list = {:list} AND ${isUnnamed} LIMIT 1`,
      { list },
      { import: '' },
    )
  for (let of = next(); of; of = next()) {
    const chosen = { ...of, list }
    const deleteAll = (table: string, key: string) => {
      const from = `FROM ${table} WHERE import = {:import} AND ${isUnnamed}`
      while (queryRow(app, `SELECT 1 AS n ${from} LIMIT 1`, chosen, { n: 0 })) {
        writeInTransaction(app, (tx) =>
          executeSql(
            tx,
            `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} ${from} LIMIT ${rowsPerChunk})`,
            chosen,
          ),
        )
        engine.yieldToWriters()
      }
    }
    // Deletes matches first, because their list is only found through the rows.
    deleteAll('list_matches', 'import, "column", "key", record')
    deleteAll('list_rows', 'id')
  }
}
