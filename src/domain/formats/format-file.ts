import * as z from 'zod/mini'
import { fieldSchema } from '../fields/field.ts'
import { hasValidCharacters } from '../text/valid-characters.ts'
import { type FormatInput, formatSchema } from './format.ts'
import { type KnownRecords, listReferences, namedRecordSchema } from './format-references.ts'

export const maxFormatFileBytes = 1_000_000

/** Schema of a format in the file. Fields and body may be empty, as in a draft. */
const draftSchema = z.extend(formatSchema, {
  fields: z.array(fieldSchema).check(z.maxLength(200, 'length')),
  body: z.string().check(z.maxLength(50_000, 'length'), z.refine(hasValidCharacters, 'characters')),
})

const namedRecords = z.array(namedRecordSchema).check(z.maxLength(1_000, 'length'))

export const formatFileSchema = z.object({
  /** Version of this file format. */
  formatFile: z.literal(1),
  format: draftSchema,
  references: z.optional(
    z.object({ signatories: namedRecords, groups: namedRecords, people: namedRecords, lists: namedRecords }),
  ),
})
export type FormatExportFile = z.infer<typeof formatFileSchema>

/** Creates the file of a format. `known`: records of this installation, whose names the file contains. */
export function createFormatFile(format: FormatInput, known: KnownRecords): FormatExportFile {
  return { formatFile: 1, format, references: listReferences(format, known) }
}

/** Error of a format file. `path` is empty for errors of the whole file. */
export interface FormatFileError {
  path: (string | number)[]
  code: string
}

type ParsedFormatFile =
  | { file: FormatExportFile; errors?: undefined; unknownPaths: string[] }
  | { file?: undefined; errors: FormatFileError[] }

/** Parses a format file. `unknownPaths`: properties in the file that formats do not have, e.g. `fields.0.color`. */
export function parseFormatFile(text: string): ParsedFormatFile {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return { errors: [{ path: [], code: 'file' }] }
  }
  if (!isObject(raw) || raw.formatFile === undefined) return { errors: [{ path: [], code: 'file' }] }
  const result = z.safeParse(formatFileSchema, raw)
  if (result.success) return { file: result.data, unknownPaths: listUnknownPaths(raw.format, result.data.format) }
  return {
    errors: result.error.issues.map(({ path, message }) => ({
      path: path.filter((part) => typeof part !== 'symbol'),
      // Replaces the schema library's own messages, which are English sentences.
      code: message.includes(' ') ? 'invalid' : message,
    })),
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the paths of properties that are in `raw` but not in `parsed`. */
function listUnknownPaths(raw: unknown, parsed: unknown, path = ''): string[] {
  if (Array.isArray(raw) && Array.isArray(parsed))
    return raw.flatMap((each, i) => listUnknownPaths(each, parsed[i], `${path}${i}.`))
  if (!isObject(raw) || !isObject(parsed)) return []
  return Object.entries(raw).flatMap(([key, value]) =>
    Object.hasOwn(parsed, key) ? listUnknownPaths(value, parsed[key], `${path}${key}.`) : `${path}${key}`,
  )
}
