/**
 * Error of an API call. Both `pb` and the PocketBase client throw it, so it is recognized by its properties and not by
 * a class.
 */
export interface ApiError extends Error {
  /** HTTP status; 0 if there was no response. */
  status: number
  response: { message?: string; data?: Record<string, { code?: string; message?: string } | undefined> }
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
