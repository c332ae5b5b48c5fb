import * as z from 'zod'
import { recordIdSchema, timestampSchema } from './text/text-types.ts'

// Parts of response schemas.

/** Schema of an object that the OpenAPI document describes under a name of its own. */
export const defineObject = <Properties extends z.ZodRawShape>(id: string, properties: Properties) =>
  z.object(properties).meta({ id })

/** Properties that PocketBase adds to the records of all collections. */
export const recordProperties = {
  id: recordIdSchema,
  collectionId: z.string(),
  collectionName: z.string(),
  created: timestampSchema,
  updated: timestampSchema,
  expand: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Los registros relacionados que se pidieron con `expand`'),
}

/** Schema of a text that may be empty. */
export const orEmpty = (text: z.ZodType<string>) => z.union([z.literal(''), text])

/** Schema of an object with a value for each key. */
export const createKeyedSchema = <Key extends string, Value extends z.ZodType>(keys: readonly Key[], value: Value) =>
  z.object(Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>)

/** Schema of a page of a list. */
export const createPageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({ page: z.int(), perPage: z.int(), totalItems: z.int(), totalPages: z.int(), items: z.array(item) })

/** Schema of a text that is a key of `table`. */
export const createKeyEnum = <Key extends string>(table: Readonly<Record<Key, unknown>>) =>
  z.enum(Object.keys(table) as Key[])
