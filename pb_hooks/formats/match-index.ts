import type { Field } from '../../src/domain/fields/field.ts'
import { type ListColumn, normalizeRecordKey } from '../../src/domain/lists/list.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'

/** Records per chunk; few, because other writers wait for each transaction. */
const recordsPerChunk = 1_000

/** Runs the writing of a chunk in a transaction: a separate one, or the caller's. */
type Write = (work: (tx: CoreApp) => void) => void

/**
 * Builds the lookup index of the list columns that a format searches. The key column has an index already. Runs in chunks
 * before a format is published, and again in the publishing transaction to include lists imported in between.
 */
export function buildFormatMatchIndex(app: CoreApp, fields: readonly Field[], write?: Write) {
  for (const { list } of fields) {
    const column = list?.match
    const query = 'SELECT current, previous, columns FROM lists WHERE id = {:id}'
    const listVersions = column && queryRow(app, query, { id: list.id }, { current: '', previous: '', columns: '' })
    if (!listVersions || !parseStoredJson<ListColumn[]>(listVersions.columns, []).some(({ key }) => key === column))
      continue
    for (const id of [listVersions.current, listVersions.previous]) if (id) indexColumn(app, { id, column }, write)
  }
}

/** Builds the match index of an import, for all columns by which any format version looks up records. */
export function buildMatchIndex(app: CoreApp, list: string, id: string, write?: Write) {
  for (const column of findMatchedColumns(app, list)) indexColumn(app, { id, column }, write)
}

/** Deletes the match index of a pending import, because its rows changed. */
export function deleteMatchIndex(tx: CoreApp, id: string) {
  executeSql(tx, 'DELETE FROM list_matches WHERE import = {:id}', { id })
}

function findMatchedColumns(app: CoreApp, list: string): string[] {
  const query = "SELECT fields FROM format_versions WHERE instr(fields, {:list}) > 0 AND instr(fields, 'match') > 0"
  const fields = queryRows(app, query, { list }, { fields: '' }).flatMap((version) =>
    parseStoredJson<Field[]>(version.fields, []),
  )
  return [...new Set(fields.flatMap((field) => (field.list?.id === list && field.list.match) || []))]
}

const inOwnTransaction =
  (app: CoreApp): Write =>
  (work) => {
    writeInTransaction(app, work)
    engine.yieldToWriters()
  }

interface ImportColumn extends Record<string, string> {
  id: string
  column: string
}

/** SQL condition of the row that marks a column as completely indexed. Its key is empty; keys of records never are. */
const completeMarker = `import = {:id} AND "column" = {:column} AND "key" = ''`

function indexColumn(app: CoreApp, of: ImportColumn, write: Write = inOwnTransaction(app)) {
  if (queryRow(app, `SELECT 1 AS n FROM list_matches WHERE ${completeMarker}`, of, { n: 0 })) return
  let last: string | undefined = ''
  let indexed = 0
  while (last !== undefined)
    write((tx) => {
      const lines = readNextRecords(tx, of, last ?? '')
      last = lines.length === recordsPerChunk ? lines.at(-1)?.after : undefined
      const known = lines.filter(({ key }) => key !== '')
      indexed += known.length
      executeSql(
        tx,
        `INSERT OR IGNORE INTO list_matches SELECT {:id}, {:column}, value ->> 'key', value ->> 'record' FROM json_each({:known})`,
        { ...of, known: JSON.stringify(known) },
      )
      // Marks the column as complete only if no rows were added or removed during indexing.
      if (last === undefined)
        executeSql(
          tx,
          `INSERT OR IGNORE INTO list_matches SELECT {:id}, {:column}, '', ''
           WHERE (SELECT count(*) FROM list_matches WHERE import = {:id} AND "column" = {:column}) = {:kept}`,
          { ...of, kept: indexed },
        )
    })
}

function readNextRecords(tx: CoreApp, of: ImportColumn, after: string) {
  const value = `CAST(iif(json_valid("values"), "values", '{}') ->> {:column} AS TEXT)`
  return queryRows(
    tx,
    `SELECT "key" AS after, id AS record, ifnull(${value}, '') AS value FROM list_rows WHERE import = {:id} AND "key" > {:after}
     ORDER BY "key" LIMIT ${recordsPerChunk}`,
    { ...of, after },
    { after: '', record: '', value: '' },
  ).map(({ value: text, ...line }) => ({ ...line, key: normalizeRecordKey(text) }))
}
