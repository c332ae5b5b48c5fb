import { visibleFields } from '../../src/domain/conditions.ts'
import type { Context, Field, Values } from '../../src/domain/field.ts'
import { type ListColumn, type ListedRecord, listKey } from '../../src/domain/list.ts'
import { boundFields, recordValues } from '../../src/domain/list-binding.ts'
import { same } from '../../src/domain/same.ts'
import { readable } from '../lib/faults.ts'
import { row, rows } from '../lib/sql.ts'
import { forgiveTry, type TryLimit, takeTry } from '../lib/tries.ts'

const shape = { current: '', keyColumn: '', columns: '' }

function listById(app: CoreApp, id: string) {
  const found = row(app, 'SELECT current, keyColumn, columns FROM lists WHERE id = {:id}', { id }, shape)
  return found && { ...found, columns: readable<ListColumn[]>(found.columns, []) }
}

export interface BoundList {
  id: string
  keyColumn: string
  columns: ListColumn[]
}

/** The lists that fields are bound to, whoever may see them. */
export function boundLists(app: CoreApp, fields: readonly Field[]): BoundList[] {
  const ids = [...new Set(fields.flatMap(({ list }) => list?.id ?? []))]
  return ids.flatMap((id) => {
    const list = listById(app, id)
    return list ? [{ id, keyColumn: list.keyColumn, columns: list.columns }] : []
  })
}

/** The records of an import with these keys, as `listKey` writes them. */
export function recordsOf(app: CoreApp, current: string, keys: readonly string[]): ListedRecord[] {
  const query = `SELECT "key", "values" FROM list_rows
    WHERE import = {:current} AND "key" IN (SELECT value FROM json_each({:keys}))`
  const found = rows(app, query, { current, keys: JSON.stringify(keys) }, { key: '', values: '' })
  return found.map(({ key, values }) => ({ key, values: readable<Values>(values, {}) }))
}

/** The import whose rows count, of a list that somebody may see; undefined for whom there is no such list. */
export function currentFor(app: CoreApp, person: string, id: string): string | undefined {
  const query = `SELECT current FROM lists WHERE id = {:id} AND (access = 'everybody' OR (access = 'groups' AND EXISTS (
    SELECT 1 FROM json_each(lists.groups) chosen JOIN groups ON groups.id = chosen.value, json_each(groups.members) member WHERE member.value = {:person}))
    OR EXISTS (SELECT 1 FROM users WHERE id = {:person} AND role = '_admin'))`
  return row(app, query, { id, person }, { current: '' })?.current
}

/** What may be wrong of lists that its person does not see: who could try without end would find out what they hold. */
const wrongRecords: TryLimit = { what: 'closed list', most: 100, seconds: 86_400 }
/** And of one record: who knows whose it is must not find out the rest of it, an amount after the other. */
const wrongRecord: TryLimit = { what: 'closed record', most: 5, seconds: 86_400 }

/**
 * Which fields of somebody's request say something else than the record that they have to be of: key to code. A list that is gone binds nobody;
 * of one that he may not see he hears that a record is wrong, and not in what.
 */
export function unlikeRecords(
  app: CoreApp,
  fields: readonly Field[],
  values: Values,
  person: string,
  context: Context,
) {
  const errors: Record<string, string> = {}
  // What a condition hides was dropped, and says nothing else than the record.
  const shown = new Set(visibleFields(fields, values).map(({ key }) => key))
  for (const field of fields) {
    const list = field.list?.fixed ? listById(app, field.list.id) : undefined
    if (!field.list || !list || !shown.has(field.key)) continue
    const bound = boundFields(field.key, field.list)
    if (bound.every(([key]) => values[key] === undefined)) continue
    const [keyField] = bound.find(([, column]) => column === list.keyColumn) ?? [field.key]
    const isClosed = currentFor(app, person, field.list.id) === undefined
    const key = listKey(values[keyField])
    const tries: [TryLimit, string][] = isClosed
      ? [
          [wrongRecords, person],
          [wrongRecord, `${person} ${field.list.id} ${key}`],
        ]
      : []
    if (tries.some(([limit, of]) => takeTry(app, limit, of) > 0)) {
      errors[keyField] = 'list.tries'
      continue
    }
    const query = 'SELECT "values" FROM list_rows WHERE import = {:current} AND "key" = {:key}'
    const found = row(app, query, { current: list.current, key }, { values: '' })
    const expected = recordValues(field, fields, list.columns, readable<Values>(found?.values, {}), context)
    const unlike = Object.keys(expected).filter(
      (key) => expected[key] !== null && shown.has(key) && !same(values[key], expected[key]),
    )
    if (found && !unlike.length) for (const [limit, of] of tries) forgiveTry(app, limit, of)
    if (!found || (isClosed && unlike.length)) errors[keyField] = 'list.unknown'
    else for (const key of unlike) errors[key] = 'list.unlike'
  }
  return errors
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
