import { maxSheetColumns } from '../../src/domain/batches/batch.ts'
import type { BatchRowInput } from '../../src/domain/batches/batch-input.ts'
import type { Values } from '../../src/domain/fields/field.ts'
import { normalizeRecordKey } from '../../src/domain/lists/list.ts'
import { createRecordConverter } from '../../src/domain/lists/list-binding.ts'
import {
  fillFromRecord,
  getListJoins,
  getMissingRecordError,
  type ListJoin,
  needsListRecord,
  type RecordFieldValues,
  removePendingFieldErrors,
  restrictJoinsToFields,
} from '../../src/domain/lists/list-join.ts'
import { addListLookups } from '../formats/list-lookups.ts'
import { type BoundList, findBoundLists, findListRecords, findReadableImport } from '../formats/list-records.ts'
import type { PublishedFormatVersion } from '../formats/versions.ts'
import { getValidationContext } from '../lib/clock.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { createErrorResponse } from '../lib/http.ts'

/** Refuses the batch if a field in `joined` takes its values from a list that the user cannot read. */
export function refuseUnreadableLists(
  app: CoreApp,
  { fields }: PublishedFormatVersion,
  user: string,
  joined: readonly string[],
) {
  if (joined.length === 0) return
  const seen = findBoundLists(app, fields).filter(({ id }) => findReadableImport(app, user, id) !== undefined)
  const fills = new Set(getListJoins(fields, seen).flatMap((join) => join.fills))
  if (!joined.every((key) => fills.has(key)))
    throw createErrorResponse('list.notFound', 400, { joined: 'list.notFound' })
}

export interface BatchListLookup {
  /** Fills a row from the records of its keys. Returns errors of keys without a record, by field. */
  fill(values: Values, wrong: Record<string, string>): Record<string, string>
  /** Removes `required` errors of fields that a record would fill if its key were valid. */
  forgive(errors: Record<string, string>): void
}

interface LookupInput {
  version: PublishedFormatVersion
  batch: core.Record
  rows: readonly BatchRowInput[]
  /** User who uploads the rows. The lookups are counted for this user. */
  caller: core.Record
}

/**
 * Loads the records to which these rows refer. Returns functions that fill the rows. Lists that the owner can no longer
 * read give no records.
 */
export function createBatchListLookup(app: CoreApp, input: LookupInput): BatchListLookup | undefined {
  const { version, batch } = input
  const { fields } = version
  const joined = parseStoredJson<string[]>(batch.getString('joined'), []).slice(0, maxSheetColumns)
  if (joined.length === 0) return undefined
  const lists = findBoundLists(app, fields)
  const joins = restrictJoinsToFields(getListJoins(fields, lists), new Set(joined))
  const known = joins.map((join) => createRecordLookup(app, input, join, lists))
  return {
    fill(values, wrong) {
      const errors: Record<string, string> = {}
      joins.forEach((join, index) => {
        const key = wrong[join.by] === undefined ? getKey(values, join) : ''
        if (key === '') return
        const record = known[index]?.(key)
        if (record) fillFromRecord(record, join, values, wrong)
        else if (needsListRecord(join, fields, values, wrong)) errors[join.by] = getMissingRecordError(record)
      })
      return errors
    },
    forgive: (errors) => removePendingFieldErrors(joins, errors),
  }
}

function getKey(values: Readonly<Record<string, unknown>>, { by }: ListJoin): string {
  const value = values[by]
  return typeof value === 'string' || typeof value === 'number' ? normalizeRecordKey(value) : ''
}

function createRecordLookup(
  app: CoreApp,
  { version: { fields }, batch, rows, caller }: LookupInput,
  join: ListJoin,
  lists: readonly BoundList[],
): (key: string) => RecordFieldValues | null | undefined {
  const field = fields.find(({ key }) => key === join.field)
  const list = lists.find(({ id }) => id === join.list)
  const current = findReadableImport(app, batch.getString('owner'), join.list)
  if (!field || !list || !current) return () => undefined
  const read = createRecordConverter(field, fields, list.columns, getValidationContext(app))
  const keys = new Set(rows.map(({ values }) => getKey(values, join)))
  keys.delete('')
  const records = findListRecords(app, current, [...keys], join.column)
  addListLookups(app, caller, join.list, { found: records.length, missing: keys.size - records.length })
  const known = new Map(records.map(({ key, values }) => [key, values && read(values)]))
  return (key) => known.get(key)
}
