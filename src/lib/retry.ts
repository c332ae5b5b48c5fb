import { isApiError } from './api-error.ts'

/** Maximum retry delay in ms. A response whose `Retry-After` is longer is returned without a retry. */
const maxDelayMs = 10_000
const maxAttempts = 6
/** Maximum pause in ms between attempts of `retryUntilSuccess`. */
const maxPauseMs = 30_000

/**
 * Sends a request up to six times while the server defers it (503 or 429 with `Retry-After`). Repeating is safe,
 * because the server defers requests before processing them. Adds up to 50 % random jitter, so that clients do not
 * retry at the same time.
 */
export async function fetchWithRetry(...[address, call]: Parameters<typeof fetch>): Promise<Response> {
  for (let time = 1; ; time++) {
    const response = await fetch(address, call)
    const wait = getRetryDelay(response) * (1 + Math.random() / 2)
    if (wait === 0 || wait > maxDelayMs || time === maxAttempts) return response
    await sleep(wait, call?.signal)
  }
}

function getRetryDelay({ status, headers }: Response): number {
  const seconds = status === 503 || status === 429 ? Number(headers.get('Retry-After')) : 0
  return seconds > 0 ? seconds * 1000 : 0
}

/** Returns whether a retry may succeed: no response, server starting or overloaded, or rate limit. An exception (500) would repeat. */
export const isTransientError = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status === 429 || error.status > 500)

/** Returns whether the server rejected a request by its rate limit. */
const isRateLimited = (error: unknown): boolean => isApiError(error) && error.status === 429

interface RetryOptions {
  signal: AbortSignal
  /** Returns whether to retry after an error. Default: only rate limit errors. */
  isExpected?: (error: unknown) => boolean
  onWait?: (error: unknown) => void
}

/** Repeats a call until it succeeds. The pause doubles from 1 s to 30 s. Throws other errors and aborts. */
export async function retryUntilSuccess<Answer>(
  call: () => Promise<Answer>,
  { signal, isExpected = isRateLimited, onWait }: RetryOptions,
): Promise<Answer> {
  for (let wait = 1_000; ; wait = Math.min(maxPauseMs, wait * 2)) {
    signal.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      if (signal.aborted || !isExpected(error)) throw error
      onWait?.(error)
      await sleep(wait, signal)
    }
  }
}

/** Waits for a delay in ms, or until the browser is online again. Rejects with the signal's reason if aborted. */
function sleep(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end)
    signal?.addEventListener('abort', end, { once: true })
  })
}
