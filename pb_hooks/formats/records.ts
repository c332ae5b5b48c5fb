import type { Context, Field, Values } from '../../src/domain/field.ts'
import { type ListColumn, listKey } from '../../src/domain/list.ts'
import { boundFields, recordValues } from '../../src/domain/list-binding.ts'
import { same } from '../../src/domain/same.ts'
import { readable } from '../lib/faults.ts'
import { row, rows } from '../lib/sql.ts'

const shape = { current: '', keyColumn: '', columns: '' }

function listById(app: CoreApp, id: string) {
  const found = row(app, 'SELECT current, keyColumn, columns FROM lists WHERE id = {:id}', { id }, shape)
  return found && { ...found, columns: readable<ListColumn[]>(found.columns, []) }
}

/** Which fields of a request say something else than the record that they have to be of: key to code. A list that is gone binds nobody. */
export function unlikeRecords(app: CoreApp, fields: readonly Field[], values: Values, context: Context) {
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const list = field.list?.fixed ? listById(app, field.list.id) : undefined
    if (!field.list || !list || values[field.key] === undefined) continue
    const named = boundFields(field.key, field.list).find(([, column]) => column === list.keyColumn)
    const key = named && values[named[0]]
    const query = 'SELECT "values" FROM list_rows WHERE import = {:current} AND "key" = {:key}'
    const found = row(app, query, { current: list.current, key: listKey(key) }, { values: '' })
    if (!found) {
      errors[named?.[0] ?? field.key] = 'list.unknown'
      continue
    }
    const expected = recordValues(field, fields, list.columns, readable<Values>(found.values, {}), context)
    for (const [filled, value] of Object.entries(expected))
      if (value !== null && !same(values[filled], value) && isAsked(fields, values, filled))
        errors[filled] = 'list.unlike'
  }
  return errors
}

/** What a condition hides was dropped, and says nothing else than the record. */
function isAsked(fields: readonly Field[], values: Values, key: string): boolean {
  return values[key] !== undefined || !fields.some((field) => field.key === key && field.visibleIf)
}

/** Paths of bindings to a list that there is not, or to a column that it lacks; what is fixed is known by the list's key. */
export function unknownLists(app: CoreApp, fields: readonly Field[]): Record<string, string> {
  const odd = fields.flatMap((field, i) => {
    if (!field.list) return []
    const list = listById(app, field.list.id)
    const columns = boundFields(field.key, field.list).map(([, column]) => column)
    const known = list && columns.every((column) => list.columns.some(({ key }) => key === column))
    if (!list || !known) return [[`fields.${i}.list`, 'format.list']]
    return field.list.fixed && !columns.includes(list.keyColumn) ? [[`fields.${i}.list`, 'format.listKey']] : []
  })
  return Object.fromEntries(odd)
}

/** The columns of a list that published formats name, by the name of a format. */
export function namedColumns(app: CoreApp, list: string): { format: string; column: string }[] {
  const query = `SELECT f.name, v.fields FROM formats f JOIN format_versions v ON v.format = f.id AND v.version = f.version
    WHERE f.status = 'published' AND instr(v.fields, {:list}) > 0`
  return rows(app, query, { list }, { name: '', fields: '' }).flatMap(({ name, fields }) =>
    readable<Field[]>(fields, []).flatMap((field) =>
      field.list?.id === list ? boundFields(field.key, field.list).map(([, column]) => ({ format: name, column })) : [],
    ),
  )
}
