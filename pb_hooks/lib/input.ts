import type * as z from 'zod/mini'
import type { ErrorCode } from '../../src/domain/errors.ts'
import { isId } from '../../src/domain/text/id.ts'
import { refuse, statusOf } from './refusal.ts'

/** The JSON body of a call, judged by a schema of the domain; each refused field travels with its code. */
export function input<Schema extends z.ZodMiniType>(e: core.RequestEvent, schema: Schema): z.output<Schema> {
  return judge(schema, body(e))
}

/** What a schema of the domain makes of a value; each refused field travels with its code. */
export function judge<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const judged = schema.safeParse(value)
  if (judged.success) return judged.data
  const fields: Record<string, string> = {}
  for (const issue of judged.error.issues) fields[issue.path.join('.') || 'body'] ??= codeOf(issue.message)
  throw refuse('invalid', 400, fields)
}

/** The body of a record call as PocketBase read it: an object, or no body at all (`null` comes as none); it refuses all else itself. */
export function bodyOf(e: Pick<core.RequestEvent, 'requestInfo'>): Record<string, unknown> {
  return infoOf(e).body ?? {}
}

/** What PocketBase read of a call: with its address always its body, of which it says in words of its own where it cannot be read. */
export function infoOf(e: Pick<core.RequestEvent, 'requestInfo'>): core.RequestInfo {
  try {
    return e.requestInfo()
  } catch {
    throw refuse('invalid', 400, { body: 'invalid' })
  }
}

/** Returns the query parameters of a call that are not empty. */
export function queryParams(e: core.RequestEvent): Record<string, string> {
  const { query } = infoOf(e)
  // Without a prototype, so that a parameter such as `constructor` counts as one.
  const params = Object.create(null) as Record<string, string>
  for (const name of Object.keys(query)) if (query[name] !== '') params[name] = String(query[name])
  return params
}

// `requestInfo().body` would hand out wrapped Go maps, whose every access is a slow call into Go.
function body(e: core.RequestEvent): unknown {
  try {
    return JSON.parse(toString(e.request?.body) || '{}')
  } catch (error) {
    // A body whose length was not told is found to be too large only while it is read.
    if (statusOf(error) === 413) throw refuse('tooLarge', 413)
    throw refuse('invalid')
  }
}

/** Checks without a code of their own bring zod's sentence, which nobody should read. */
function codeOf(message: string): string {
  return /^[a-zA-Z.]+$/.test(message) ? message : 'invalid'
}

/** The `{id}` of the call's address, or nothing where it can be none. */
export function pathId(e: core.RequestEvent): string {
  const given = e.request?.pathValue('id')
  return isId(given) ? given : ''
}

/** The second lock of a collection's rules: these fields are the server's, also as `field+` or `-field`. */
export function refuseFields(e: core.RecordRequestEvent, fields: readonly string[], code: ErrorCode) {
  for (const key of Object.keys(bodyOf(e))) {
    const name = key.replace(/^[+-]|[+-]$/g, '')
    if (fields.includes(name)) throw refuse(code, 400, { [name]: code })
  }
}
