import type * as z from 'zod/mini'
import type { ErrorCode } from '../../src/domain/errors.ts'
import { type ServerErrorCode, serverErrorMessages } from '../../src/domain/server-error-messages.ts'
import { isRecordId } from '../../src/domain/text/id.ts'

/** Returns an error `{status, message, data}` with `data.code.code` and one `data.<field>.code` for each named field. */
export function createErrorResponse(
  code: ServerErrorCode,
  status = 400,
  fields: Record<string, string> = {},
): ApiError {
  const message = serverErrorMessages[code]
  const data: Record<string, unknown> = { code: new ValidationError(code, message) }
  for (const [key, fieldCode] of Object.entries(fields)) data[key] = new ValidationError(fieldCode, fieldCode)
  const refusal = new ApiError(status, message, data)
  // The constructor capitalises the text and adds a full stop, so the exact text is set again.
  refusal.message = message
  return refusal
}

/** Sets the headers of a file that only the caller may read: forbids caches and type sniffing. */
export function setFileHeaders({ response }: core.RequestEvent, disposition?: string, type?: string) {
  const headers = response.header()
  headers.set('Cache-Control', 'private, no-store')
  headers.set('X-Content-Type-Options', 'nosniff')
  if (disposition) headers.set('Content-Disposition', disposition)
  if (type) headers.set('Content-Type', type)
}

/** Returns the HTTP status of an error, which is one level deeper if the error passed through Go. */
export function getErrorStatus(error: unknown): number | undefined {
  const { status, value } = error as { status?: number; value?: { status?: number } }
  return status ?? value?.status
}

/** Returns the JSON body of a call, validated by a schema; throws a 400 with a code for each invalid field. */
export function readInput<Schema extends z.ZodMiniType>(e: core.RequestEvent, schema: Schema): z.output<Schema> {
  return validateInput(schema, parseJsonBody(e))
}

/** Validates a value by a schema and returns the result; throws a 400 with a code for each invalid field. */
export function validateInput<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const judged = schema.safeParse(value)
  if (judged.success) return judged.data
  const fields: Record<string, string> = {}
  for (const issue of judged.error.issues) fields[issue.path.join('.') || 'body'] ??= toErrorCode(issue.message)
  throw createErrorResponse('invalid', 400, fields)
}

/** Returns the body of a record call as PocketBase parsed it; an empty object if there is no body or it is `null`. */
export function getRequestBody(e: Pick<core.RequestEvent, 'requestInfo'>): Record<string, unknown> {
  return getRequestInfo(e).body ?? {}
}

/** Returns the request info of a call. PocketBase always parses the body with it, so an invalid body throws our own 400. */
function getRequestInfo(e: Pick<core.RequestEvent, 'requestInfo'>): core.RequestInfo {
  try {
    return e.requestInfo()
  } catch {
    throw createErrorResponse('invalid', 400, { body: 'invalid' })
  }
}

/** Maximum parameters of a query. */
const maxParams = 100

/** Returns the query parameters of a call that are not empty. */
export const getQueryParams = ({ request }: core.RequestEvent) => parseQuery(request?.url?.rawQuery ?? '')

/** Returns the parameters of a query that are not empty; of a repeated one, the first: `a=1&b=x+y` → `{ a: '1', b: 'x y' }`. */
function parseQuery(text: string): Record<string, string> {
  const pairs = text.split('&', maxParams + 1)
  if (pairs.length > maxParams) throw createErrorResponse('invalid', 400, { query: 'invalid' })
  // Creates an object without prototype, so that a parameter named `constructor` is not found by accident.
  const params = Object.create(null) as Record<string, string>
  for (const pair of pairs) {
    const [name = '', ...values] = pair.split('=')
    const value = decodeQuery(values.join('='))
    if (value !== '') params[decodeQuery(name)] ??= value
  }
  return params
}

function decodeQuery(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw createErrorResponse('invalid', 400, { query: 'invalid' })
  }
}

// Parses the body text itself, because `requestInfo().body` returns wrapped Go maps: each access is a slow call into Go.
function parseJsonBody(e: core.RequestEvent): unknown {
  try {
    return JSON.parse(toString(e.request?.body) || '{}')
  } catch (error) {
    // Converts a 413 error, because a body without `Content-Length` exceeds the limit only while it is read.
    if (getErrorStatus(error) === 413) throw createErrorResponse('tooLarge', 413)
    throw createErrorResponse('invalid')
  }
}

/** Returns `invalid` for checks without a code, because their message is zod's English sentence. */
export function toErrorCode(message: string): string {
  return /^[a-zA-Z.]+$/.test(message) ? message : 'invalid'
}

/** Returns the `{id}` of the call's path; empty if it is not a valid id. */
export function getPathId(e: core.RequestEvent): string {
  const id = e.request?.pathValue('id')
  return isRecordId(id) ? id : ''
}

/** Refuses bodies that set fields reserved for the server, also as `field+` or `-field`. Collection rules check the same. */
export function refuseReservedFields(e: core.RecordRequestEvent, fields: readonly string[], code: ErrorCode) {
  for (const key of Object.keys(getRequestBody(e))) {
    const name = key.replace(/^[+-]|[+-]$/g, '')
    if (fields.includes(name)) throw createErrorResponse(code, 400, { [name]: code })
  }
}

/** Refuses an update with `?updated=` if the record changed since the client read that version. `current`: the record as read in the transaction. */
export function refuseStaleUpdate(
  e: core.RecordRequestEvent,
  current: core.Record,
  code: ErrorCode = 'record.changed',
) {
  const { updated } = getRequestInfo(e).query
  if (updated && updated !== current.getString('updated')) throw createErrorResponse(code, 409)
}

/** Answers with JSON text in pieces. Does not join them, because that would copy text of the database character by character. */
export function writeJsonResponse({ response }: core.RequestEvent, ...pieces: string[]) {
  response.header().set('Content-Type', 'application/json')
  for (const piece of pieces) response.write(piece)
}

/**
 * Sends the response before the handler ends. Closes the connection, because the client's next call on it would wait
 * for the handler.
 */
export function respondEarly(e: core.RequestEvent, status: number, body: unknown) {
  const text = JSON.stringify(body)
  const headers = e.response.header()
  headers.set('Content-Type', 'application/json')
  // Sets the length, because otherwise the client waits for the end of the handler.
  headers.set('Content-Length', String(Buffer.from(text, 'utf8').length))
  headers.set('Connection', 'close')
  e.response.writeHeader(status)
  e.response.write(text)
  e.flush()
  engine.releaseSlot(e)
}

/** Sends an empty response (204) while the handler continues. */
export function respondEmptyEarly(e: core.RequestEvent) {
  e.response.header().set('Connection', 'close')
  e.response.writeHeader(204)
  e.flush()
  engine.releaseSlot(e)
}
