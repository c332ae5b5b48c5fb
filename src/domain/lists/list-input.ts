import * as z from 'zod/mini'
import { foldedHeader } from '../batches/header-words.ts'
import { fieldKey } from '../fields/field-key.ts'
import { id, line } from '../text/written.ts'
import { importModes, type ListInput, listAccess, listColumnTypes, mostListKeys } from './list.ts'

const listColumn = z.lazy(() =>
  z.object({
    key: fieldKey,
    label: line(80).check(z.minLength(1, 'required')),
    type: z.enum(listColumnTypes),
  }),
)

const different = (texts: string[]) => new Set(texts).size === texts.length

/** Schema of a record list, as administrators submit it. */
export const listInput: z.ZodMiniType<ListInput> = z.lazy(() =>
  z
    .object({
      name: line(80).check(z.minLength(1, 'required')),
      columns: z.array(listColumn).check(
        z.minLength(1, 'required'),
        z.maxLength(30, 'length'),
        z.refine((all) => different(all.map(({ key }) => key)), 'list.columns'),
        z.refine((all) => different(all.map(({ label }) => foldedHeader(label))), 'list.columns'),
      ),
      keyColumn: z.string(),
      access: z.enum(listAccess),
      groups: z.array(id).check(z.maxLength(50, 'length')),
    })
    .check(
      z.refine(({ columns, keyColumn }) => columns.some(({ key }) => key === keyColumn), {
        error: 'list.key',
        path: ['keyColumn'],
      }),
    ),
)

const portionRow = z.object({
  row: z.int().check(z.minimum(1), z.maximum(1_048_576)),
  values: z.record(z.string(), z.unknown()),
})

/** Bodies of `POST /api/app/lists/{id}/import` and of its next steps: rows and confirmation. */
export const importBegin = z.lazy(() => z.object({ fileName: line(255) }))
export const importRows = z.lazy(() =>
  z.object({ import: id, rows: z.array(portionRow).check(z.maxLength(1_000, 'length')) }),
)
export const importConfirm = z.lazy(() => z.object({ import: id, mode: z.enum(importModes) }))

/**
 * Body of `POST /api/app/lists/{id}/records`: record keys, or values of another `column` that identifies the records
 * in a format.
 */
export const recordKeys = z.lazy(() =>
  z.object({
    keys: z.array(z.string().check(z.maxLength(200, 'length'))).check(z.maxLength(mostListKeys, 'length')),
    column: z.optional(fieldKey),
  }),
)
