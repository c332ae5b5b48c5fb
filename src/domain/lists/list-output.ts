import * as z from 'zod'
import { valuesSchema } from '../fields/field-output.ts'
import { defineObject, orEmpty, recordProperties } from '../output-schemas.ts'
import { recordIdSchema, timestampSchema } from '../text/text-types.ts'
import { listAccessLevels, listColumnTypes } from './list.ts'

const listColumnSchema = defineObject('ListColumn', {
  key: z.string(),
  label: z.string(),
  type: z.enum(listColumnTypes),
})

const recordListSchema = z.object({
  id: recordIdSchema,
  name: z.string(),
  columns: z.array(listColumnSchema),
  keyColumn: z.string(),
  access: z.enum(listAccessLevels),
  groups: z.array(z.string()),
  /** Id of the active import; empty before the first import. */
  current: z.string(),
  /** Id of the previous import, for rollback. */
  previous: z.string(),
  total: z.int(),
  fileName: z.string(),
  importedAt: orEmpty(timestampSchema),
  created: timestampSchema,
  updated: timestampSchema,
})
export interface RecordList extends z.infer<typeof recordListSchema> {}

export const listRecordSchema = defineObject('ListRecord', {
  ...recordProperties,
  ...recordListSchema.shape,
  staged: orEmpty(recordIdSchema),
  stagedFile: z.string(),
})

/** Record of a list in search results. */
export const listRowSchema = defineObject('ListRow', { values: valuesSchema })
export interface ListRow extends z.infer<typeof listRowSchema> {}

/** Record found for a key, as normalized by `normalizeRecordKey`. `values` is `null` if several records match. */
export const recordMatchSchema = defineObject('RecordMatch', { key: z.string(), values: valuesSchema.nullable() })
export interface RecordMatch extends z.infer<typeof recordMatchSchema> {}

/** Preview of an import: numbers of added, changed and removed rows. */
export const listImportChangesSchema = defineObject('ListImportChanges', {
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
})
export interface ListImportChanges extends z.infer<typeof listImportChangesSchema> {}

/** Number of record keys that a user looked up in a list on a day (`YYYY-MM-DD`, UTC). `found` and `missing`: keys with and without a record. */
export const listLookupCountsSchema = defineObject('ListLookupCounts', {
  day: z.string(),
  person: z.string(),
  personName: z.string(),
  found: z.int(),
  missing: z.int(),
})
export interface ListLookupCounts extends z.infer<typeof listLookupCountsSchema> {}
