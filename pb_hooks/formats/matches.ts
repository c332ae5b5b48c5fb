import type { Field } from '../../src/domain/fields/field.ts'
import { type ListColumn, listKey } from '../../src/domain/lists/list.ts'
import { readable } from '../lib/faults.ts'
import { row, rows, run } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'
import { yieldToWriters } from '../runtime/writers.ts'

/** So many records are read and written at a time, so that others who write wait for a moment only. */
const portion = 1_000

/** How a portion is written: in a transaction of its own, or in one that there is already. */
type Write = (work: (tx: CoreApp) => void) => void

/**
 * What a format that is published needs to know records of lists by another column than their key, of each import that may count. Before the
 * transaction that publishes it, in portions; and in that one once more, for what counts only since then.
 */
export function keepMatchesOf(app: CoreApp, fields: readonly Field[], write?: Write) {
  for (const { list } of fields) {
    const column = list?.match
    const query = 'SELECT current, previous, columns FROM lists WHERE id = {:id}'
    const stored = column && row(app, query, { id: list.id }, { current: '', previous: '', columns: '' })
    if (!stored || !readable<ListColumn[]>(stored.columns, []).some(({ key }) => key === column)) continue
    for (const id of [stored.current, stored.previous]) if (id) keepColumn(app, { id, column }, write)
  }
}

/** The same of an import of a list that is to count, for the columns by which any version of a format knows its records. */
export function keepMatches(app: CoreApp, list: string, id: string, write?: Write) {
  for (const column of matchedColumns(app, list)) keepColumn(app, { id, column }, write)
}

/** Of an import that waits: with rows of it that come anew, what was kept of it says nothing. */
export function forgetMatches(tx: CoreApp, id: string) {
  run(tx, 'DELETE FROM list_matches WHERE import = {:id}', { id })
}

function matchedColumns(app: CoreApp, list: string): string[] {
  const query = "SELECT fields FROM format_versions WHERE instr(fields, {:list}) > 0 AND instr(fields, 'match') > 0"
  const fields = rows(app, query, { list }, { fields: '' }).flatMap((version) => readable<Field[]>(version.fields, []))
  return [...new Set(fields.flatMap((field) => (field.list?.id === list && field.list.match) || []))]
}

const byItself =
  (app: CoreApp): Write =>
  (work) => {
    writing(app, work)
    yieldToWriters(app)
  }

interface ColumnOf extends Record<string, string> {
  /** Of an import. */
  id: string
  column: string
}

/** What stands for nothing in a column says that the whole of it is kept; no record is known by nothing. */
const whole = `import = {:id} AND "column" = {:column} AND "key" = ''`

function keepColumn(app: CoreApp, of: ColumnOf, write: Write = byItself(app)) {
  if (row(app, `SELECT 1 AS n FROM list_matches WHERE ${whole}`, of, { n: 0 })) return
  let last: string | undefined = ''
  let kept = 0
  while (last !== undefined)
    write((tx) => {
      const lines = recordsBehind(tx, of, last ?? '')
      last = lines.length === portion ? lines.at(-1)?.after : undefined
      const known = lines.filter(({ key }) => key !== '')
      kept += known.length
      run(
        tx,
        `INSERT OR IGNORE INTO list_matches SELECT {:id}, {:column}, value ->> 'key', value ->> 'record' FROM json_each({:known})`,
        { ...of, known: JSON.stringify(known) },
      )
      // Not where rows came anew meanwhile.
      if (last === undefined)
        run(
          tx,
          `INSERT OR IGNORE INTO list_matches SELECT {:id}, {:column}, '', ''
           WHERE (SELECT count(*) FROM list_matches WHERE import = {:id} AND "column" = {:column}) = {:kept}`,
          { ...of, kept },
        )
    })
}

function recordsBehind(tx: CoreApp, of: ColumnOf, after: string) {
  const value = `CAST(iif(json_valid("values"), "values", '{}') ->> {:column} AS TEXT)`
  return rows(
    tx,
    `SELECT "key" AS after, id AS record, ifnull(${value}, '') AS value FROM list_rows WHERE import = {:id} AND "key" > {:after}
     ORDER BY "key" LIMIT ${portion}`,
    { ...of, after },
    { after: '', record: '', value: '' },
  ).map(({ value: text, ...line }) => ({ ...line, key: listKey(text) }))
}
