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
 * Returns whether a response is from the server only if its body is JSON: not the sign-in page of a network, or a page
 * of a proxy that reports a missing record or an ended session. Server errors of a proxy keep their status.
 */
export const mustBeJson = ({ ok, status }: Response): boolean =>
  (ok && status !== 204) || status === 401 || status === 404
