import { errorMessages as messages } from '../domain/errors.ts'
import type { ServerErrorCode } from '../domain/server-error-messages.ts'
import { fillPlaceholders } from '../domain/text/placeholders.ts'
import { formatDuration } from '../domain/time/duration.ts'

/**
 * Error of an API call. Both `pb` and the PocketBase client throw it, so it is recognized by its properties and not by
 * a class.
 */
export interface ApiError extends Error {
  /** HTTP status; 0 if there was no response. */
  status: number
  response: {
    message?: string
    mfaId?: string
    /** Kind of the second step of a sign-in; by default, a code sent by mail. */
    secondFactor?: 'totp'
    data?: Record<string, { code?: string; message?: string } | undefined>
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'status' in error && 'response' in error
}

export const createApiError = (status: number, response: ApiError['response'] = {}): ApiError =>
  Object.assign(new Error(response.message ?? `HTTP ${status}`), { status, response })

/**
 * Returns whether the response must have a JSON body to be trusted. A captive portal or a proxy also answers 200, 401 or
 * 404, but with HTML; its 5xx keep their status.
 */
export const mustBeJson = ({ ok, status }: Response): boolean =>
  (ok && status !== 204) || status === 401 || status === 404

/** Returns the server's error code, or `null` if the response has none. PocketBase's own codes belong to a field, which may be named `code`. */
export function getErrorCode(error: unknown): ServerErrorCode | null {
  if (!isApiError(error)) return null
  const code = error.response.data?.code?.code
  return code && !code.startsWith('validation_') ? (code as ServerErrorCode) : null
}

/** Returns the message of an error: the server's if its response has an error code, otherwise one by status. */
export function describeError(error: unknown): string {
  if (!isApiError(error)) return messages.unknown
  const { message } = error.response
  if (message && getErrorCode(error)) return fillPlaceholders(message, getErrorDetails(error))
  if (error.status === 0) return messages.offline
  if (error.status === 429) return messages['rate.limit']
  if (error.status === 401) return messages['session.ended']
  if (error.status === 403) return messages.forbidden
  if (error.status === 404) return messages.notFound
  if (error.status === 413) return messages.tooLarge
  return listFieldErrors(error).length > 0 ? messages['request.values'] : messages.unknown
}

/** Returns the values of a message's placeholders, which the response contains next to the error code. */
function getErrorDetails(error: ApiError): Record<string, unknown> {
  const data = error.response.data ?? {}
  const named = Object.fromEntries(Object.entries(data).map(([name, refusal]) => [name, refusal?.code]))
  return { ...named, wait: formatDuration(Number(named.wait)) }
}

/** Returns name and error code of the fields that the server rejected. */
export function listFieldErrors(error: ApiError): [field: string, code: string][] {
  return Object.entries(error.response.data ?? {}).flatMap(([field, refusal]) =>
    field !== 'code' && refusal?.code ? [[field, refusal.code]] : [],
  )
}
