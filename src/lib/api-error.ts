/** Error of the PocketBase client, recognized by its shape so that the first paint does not need the client. */
export interface ApiError extends Error {
  /** HTTP status; 0 if there was no response. */
  status: number
  response: { message?: string; data?: Record<string, { code?: string; message?: string } | undefined> }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'status' in error && 'response' in error
}
