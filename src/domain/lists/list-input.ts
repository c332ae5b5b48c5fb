import * as z from 'zod/mini'
import { normalizeHeader } from '../batches/header-words.ts'
import { fieldKeySchema } from '../fields/field-key.ts'
import { idSchema, singleLineText } from '../text/text-schemas.ts'
import { importModes, type ListInput, listAccessLevels, listColumnTypes, maxKeysPerLookup } from './list.ts'

const listColumn = z.lazy(() =>
  z.object({
    key: fieldKeySchema,
    label: singleLineText(80).check(z.minLength(1, 'required')),
    type: z.enum(listColumnTypes),
  }),
)

const areDistinct = (texts: string[]) => new Set(texts).size === texts.length

/** Schema of a record list, as administrators submit it. */
export const listSchema: z.ZodMiniType<ListInput> = z.lazy(() =>
  z
    .object({
      name: singleLineText(80).check(z.minLength(1, 'required')),
      columns: z.array(listColumn).check(
        z.minLength(1, 'required'),
        z.maxLength(30, 'length'),
        z.refine((all) => areDistinct(all.map(({ key }) => key)), 'list.columns'),
        z.refine((all) => areDistinct(all.map(({ label }) => normalizeHeader(label))), 'list.columns'),
      ),
      keyColumn: z.string(),
      access: z.enum(listAccessLevels),
      groups: z.array(idSchema).check(z.maxLength(50, 'length')),
    })
    .check(
      z.refine(({ columns, keyColumn }) => columns.some(({ key }) => key === keyColumn), {
        error: 'list.key',
        path: ['keyColumn'],
      }),
    ),
)

const importRow = z.object({
  row: z.int().check(z.minimum(1), z.maximum(1_048_576)),
  values: z.record(z.string(), z.unknown()),
})

/** Body of `POST /api/app/lists/{id}/import`. The schemas of the next steps, rows and confirmation, follow. */
export const importStartSchema = z.lazy(() =>
  z.object({ fileName: singleLineText(255).check(z.minLength(1, 'required')) }),
)
export const importRowsSchema = z.lazy(() =>
  z.object({ import: idSchema, rows: z.array(importRow).check(z.maxLength(1_000, 'length')) }),
)
export const importConfirmSchema = z.lazy(() => z.object({ import: idSchema, mode: z.enum(importModes) }))

/** Body of `POST /api/app/lists/{id}/undo`: the import to undo, so that a repeated call does not bring it back. */
export const importUndoSchema = z.lazy(() => z.object({ import: idSchema }))

/** Body of `POST /api/app/lists/{id}/records`: record keys, or values of another `column` by which a format identifies records. */
export const recordKeysSchema = z.lazy(() =>
  z.object({
    keys: z.array(z.string().check(z.maxLength(200, 'length'))).check(z.maxLength(maxKeysPerLookup, 'length')),
    column: z.optional(fieldKeySchema),
  }),
)
