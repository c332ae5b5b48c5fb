import { type ApiError, createApiError } from './api-error.ts'
import { fetchWithRetry } from './retry.ts'

/** Sends a call without the API client, and without the session of the user unless `call` has its header. Throws an `ApiError`. */
export async function fetchPublic(address: string, call: RequestInit): Promise<Response> {
  const response = await fetchWithRetry(address, call).catch(() => null)
  if (response?.ok) return response
  const refusal: ApiError['response'] = (await response?.json().catch(() => null)) ?? {}
  throw createApiError(response?.status ?? 0, refusal)
}
