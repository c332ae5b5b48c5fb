import { getVisibleFields } from '../../src/domain/fields/conditions.ts'
import { isDeepEqual } from '../../src/domain/fields/deep-equal.ts'
import type { Field, ValidationContext, Values } from '../../src/domain/fields/field.ts'
import type { FormatInput } from '../../src/domain/formats/format.ts'
import { type ListColumn, normalizeRecordKey } from '../../src/domain/lists/list.ts'
import {
  canIdentifyPeople,
  createRecordConverter,
  getBoundFields,
  getIdentifyingColumn,
} from '../../src/domain/lists/list-binding.ts'
import { getMissingRecordError } from '../../src/domain/lists/list-join.ts'
import type { RecordMatch } from '../../src/domain/lists/list-output.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { type AttemptLimit, countAttempt, refundAttempt } from '../lib/limits.ts'
import { queryRow, queryRows } from '../lib/sql.ts'

const listColumns = { current: '', keyColumn: '', columns: '' }

export function findListById(app: CoreApp, id: string) {
  const found = queryRow(app, 'SELECT current, keyColumn, columns FROM lists WHERE id = {:id}', { id }, listColumns)
  return found && { ...found, columns: parseStoredJson<ListColumn[]>(found.columns, []) }
}

export interface BoundList {
  id: string
  keyColumn: string
  columns: ListColumn[]
}

/** Returns the lists that fields are bound to, without checking access. */
export function findBoundLists(app: CoreApp, fields: readonly Field[]): BoundList[] {
  const ids = [...new Set(fields.flatMap(({ list }) => list?.id ?? []))]
  return ids.flatMap((id) => {
    const list = findListById(app, id)
    return list ? [{ id, keyColumn: list.keyColumn, columns: list.columns }] : []
  })
}

const byKey = `SELECT "key", "values", 1 AS several FROM list_rows
  WHERE import = {:current} AND "key" IN (SELECT value FROM json_each({:keys}))`
const byColumn = `SELECT found."key", "values", several FROM (SELECT "key", min(record) AS record, count(*) AS several FROM list_matches
    WHERE import = {:current} AND "column" = {:column} AND "key" IN (SELECT value FROM json_each({:keys})) GROUP BY "key") AS found
  JOIN list_rows ON list_rows.id = found.record`

/**
 * Returns the records of an import whose key is in `keys` (normalized by `normalizeRecordKey`). With `column`, matches
 * this column instead of the key.
 */
export function findListRecords(app: CoreApp, current: string, keys: readonly string[], column = ''): RecordMatch[] {
  const shape = { key: '', values: '', several: 0 }
  const params = { current, keys: JSON.stringify(keys), ...(column && { column }) }
  return queryRows(app, column ? byColumn : byKey, params, shape).map(({ key, values, several }) => ({
    key,
    values: several > 1 ? null : parseStoredJson<Values>(values, {}),
  }))
}

/** Returns the current import of a list; `undefined` if the list does not exist or the user cannot read it. */
export function findReadableImport(app: CoreApp, person: string, id: string): string | undefined {
  const query = `SELECT current FROM lists WHERE id = {:id} AND (access = 'everybody' OR (access = 'groups' AND EXISTS (
    SELECT 1 FROM json_each(lists.groups) chosen JOIN groups ON groups.id = chosen.value, json_each(groups.members) member WHERE member.value = {:person}))
    OR EXISTS (SELECT 1 FROM users WHERE id = {:person} AND role = '_admin'))`
  return queryRow(app, query, { id, person }, { current: '' })?.current
}

/**
 * Limits a user's failed lookups in lists without read access, because guessed keys would disclose the content of the
 * list.
 */
const closedListLimit: AttemptLimit = { what: 'closed list', max: 100, seconds: 86_400 }
/** Limits a user's failed lookups of one record, so that a user with its key cannot guess its other values. */
const closedRecordLimit: AttemptLimit = { what: 'closed record', max: 5, seconds: 86_400 }

/**
 * Returns a function that compares values with their list record; it returns error codes by field. Deleted lists are
 * not checked. If the user cannot read the list, the error does not disclose which value differs.
 */
export function createRecordChecker(app: CoreApp, fields: readonly Field[], context: ValidationContext) {
  const lists = fields.flatMap((field) => {
    const list = field.list?.fixed ? findListById(app, field.list.id) : undefined
    if (!field.list || !list) return []
    const bound = getBoundFields(field.key, field.list)
    const { by = field.key, column } = getIdentifyingColumn(field.key, field.list, list.keyColumn)
    const match = column === list.keyColumn ? '' : column
    const read = createRecordConverter(field, fields, list.columns, context)
    return [{ ...list, id: field.list.id, field, bound, by, match, read }]
  })
  const closed = new Map<string, boolean>()
  const isClosed = (list: string, user: string) => {
    const name = `${user} ${list}`
    const known = closed.get(name) ?? findReadableImport(app, user, list) === undefined
    closed.set(name, known)
    return known
  }
  return (values: Values, user: string): Record<string, string> => {
    const errors: Record<string, string> = {}
    // Skips hidden fields, because their values were removed.
    const shown = new Set(getVisibleFields(fields, values).map(({ key }) => key))
    for (const { id, field, bound, by, match, current, read } of lists) {
      if (!shown.has(field.key) || bound.every(([key]) => values[key] === undefined)) continue
      const key = normalizeRecordKey(values[by])
      const isUnseen = isClosed(id, user)
      const attempts = isUnseen ? getAttemptLimits(user, id, key) : []
      if (attempts.some(([limit, of]) => countAttempt(app, limit, of) > 0)) {
        errors[by] = 'list.attempts'
        continue
      }
      const record = findListRecords(app, current, [key], match)[0]?.values
      const expected = read(record ?? {})
      const unlike = Object.keys(expected).filter(
        (name) => expected[name] !== null && shown.has(name) && !isDeepEqual(values[name], expected[name]),
      )
      if (record && !unlike.length) for (const [limit, of] of attempts) refundAttempt(app, limit, of)
      if (!record || (isUnseen && unlike.length)) errors[by] = isUnseen ? 'list.unknown' : getMissingRecordError(record)
      else for (const name of unlike) errors[name] = 'list.mismatch'
    }
    return errors
  }
}

const getAttemptLimits = (user: string, list: string, key: string): [AttemptLimit, string][] => [
  [closedListLimit, user],
  [closedRecordLimit, `${user} ${list} ${key}`],
]

/**
 * Returns errors, by path, of bindings to missing lists or columns. Also of bindings to a fixed record or to another
 * column than the key if no field contains the lookup value.
 */
export function findInvalidListBindings(app: CoreApp, fields: readonly Field[]): Record<string, string> {
  const odd = fields.flatMap((field, i) => {
    if (!field.list) return []
    const list = findListById(app, field.list.id)
    const columns = getBoundFields(field.key, field.list).map(([, column]) => column)
    const known = list && columns.every((column) => list.columns.some(({ key }) => key === column))
    if (!list || !known) return [[`fields.${i}.list`, 'format.list']]
    const { by } = getIdentifyingColumn(field.key, field.list, list.keyColumn)
    return (field.list.fixed || field.list.match) && !by ? [[`fields.${i}.list`, 'format.listKey']] : []
  })
  return Object.fromEntries(odd)
}

/** Returns errors, by path, of a list by which a format cannot identify people without an account. */
export function findInvalidExternalAccess(
  app: CoreApp,
  { external = {}, fields }: Pick<FormatInput, 'external' | 'fields'>,
): Record<string, string> {
  const field = fields.find(({ key }) => key === external.field)
  const list = external.who === 'list' && field?.list ? findListById(app, field.list.id) : undefined
  return !field || !list || canIdentifyPeople(field, list, external.email)
    ? {}
    : { 'external.email': 'format.externalList' }
}

/** Returns the columns of a list that published formats use, with the format name. */
export function findUsedListColumns(app: CoreApp, list: string): { format: string; column: string }[] {
  const query = `SELECT f.name, v.fields FROM formats f JOIN format_versions v ON v.format = f.id AND v.version = f.version
    WHERE f.status = 'published' AND instr(v.fields, {:list}) > 0`
  return queryRows(app, query, { list }, { name: '', fields: '' }).flatMap(({ name, fields }) =>
    parseStoredJson<Field[]>(fields, []).flatMap((field) =>
      field.list?.id === list
        ? getBoundFields(field.key, field.list).map(([, column]) => ({ format: name, column }))
        : [],
    ),
  )
}
