import { type ErrorCode, errorMessages, formatErrorMessage } from '../domain/errors.ts'
import { getErrorMessage } from '../domain/text/error-message.ts'
import { formatDuration } from '../domain/time/duration.ts'
import { isRefusal, type Refusal } from './refusal.ts'

/** Returns the server's error code, or `null` if the response has none. */
export function codeOf(error: unknown): ErrorCode | null {
  if (!isRefusal(error)) return null
  const code = error.response.data?.code?.code
  return code !== undefined && code in errorMessages ? (code as ErrorCode) : null
}

export function messageOf(error: unknown): string {
  if (!isRefusal(error)) return errorMessages.unknown
  const code = codeOf(error)
  if (code) return formatErrorMessage(code, detailsOf(error))
  if (error.status === 0) return errorMessages.offline
  if (error.status === 429) return errorMessages['rate.limit']
  if (error.status === 401) return errorMessages['session.ended']
  if (error.status === 403) return errorMessages.forbidden
  if (error.status === 404) return errorMessages.notFound
  if (error.status === 413) return errorMessages.tooLarge
  return Object.keys(fieldErrorsOf(error)).length > 0 ? errorMessages['request.values'] : errorMessages.unknown
}

/** Returns the values for the placeholders of a message. The response has them beside the code. */
function detailsOf(error: Refusal): Record<string, unknown> {
  const data = error.response.data ?? {}
  const named = Object.fromEntries(Object.entries(data).map(([name, refusal]) => [name, refusal?.code]))
  return { ...named, wait: formatDuration(Number(named.wait)) }
}

/** Returns the error messages by field name, for fields that the server rejected. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!isRefusal(error)) return {}
  return Object.fromEntries(
    Object.entries(error.response.data ?? {})
      .filter(([field, refusal]) => field !== 'code' && refusal?.code)
      .map(([field, refusal]) => [field, getErrorMessage(refusal?.code ?? '')]),
  )
}
