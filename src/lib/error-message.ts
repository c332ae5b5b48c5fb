import { type ErrorCode, errorMessages, formatErrorMessage } from '../domain/errors.ts'
import { getErrorMessage } from '../domain/text/error-message.ts'
import { formatDuration } from '../domain/time/duration.ts'
import { type ApiError, isApiError } from './api-error.ts'

/** Returns the server's error code, or `null` if the response has none. */
export function getErrorCode(error: unknown): ErrorCode | null {
  if (!isApiError(error)) return null
  const code = error.response.data?.code?.code
  return code !== undefined && code in errorMessages ? (code as ErrorCode) : null
}

export function describeError(error: unknown): string {
  if (!isApiError(error)) return errorMessages.unknown
  const code = getErrorCode(error)
  if (code) return formatErrorMessage(code, getErrorDetails(error))
  if (error.status === 0) return errorMessages.offline
  if (error.status === 429) return errorMessages['rate.limit']
  if (error.status === 401) return errorMessages['session.ended']
  if (error.status === 403) return errorMessages.forbidden
  if (error.status === 404) return errorMessages.notFound
  if (error.status === 413) return errorMessages.tooLarge
  return Object.keys(getFieldErrors(error)).length > 0 ? errorMessages['request.values'] : errorMessages.unknown
}

/** Returns the values of a message's placeholders, which the response contains next to the error code. */
function getErrorDetails(error: ApiError): Record<string, unknown> {
  const data = error.response.data ?? {}
  const named = Object.fromEntries(Object.entries(data).map(([name, refusal]) => [name, refusal?.code]))
  return { ...named, wait: formatDuration(Number(named.wait)) }
}

/** Returns the error messages by field name, for fields that the server rejected. */
export function getFieldErrors(error: unknown): Record<string, string> {
  if (!isApiError(error)) return {}
  return Object.fromEntries(
    Object.entries(error.response.data ?? {})
      .filter(([field, refusal]) => field !== 'code' && refusal?.code)
      .map(([field, refusal]) => [field, getErrorMessage(refusal?.code ?? '')]),
  )
}
