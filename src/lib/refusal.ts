/** What the PocketBase client throws, known by its shape so that the first paint needs no client. */
export interface Refusal extends Error {
  /** 0 when there was no answer. */
  status: number
  response: { message?: string; data?: Record<string, { code?: string; message?: string } | undefined> }
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'status' in error && 'response' in error
}
