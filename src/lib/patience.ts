import { isRefusal, type Refusal } from './refusal.ts'

/** Milliseconds: what is put off for longer is answered to the person instead. */
const longest = 10_000
const times = 6
/** Of the pauses between calls that are made until they are answered. */
const longestBetween = 30_000

/**
 * Asks again what the server put off, after the pause that it names: it does so before it has done anything of a call (503, or 429, with
 * `Retry-After`), so nothing is done twice. Each page waits a little longer than it was told, none as long as the others.
 */
export async function patientFetch(...[address, call]: Parameters<typeof fetch>): Promise<Response> {
  for (let time = 1; ; time++) {
    const response = await fetch(address, call)
    const wait = putOff(response) * (1 + Math.random() / 2)
    if (wait === 0 || wait > longest || time === times) return response
    await pause(wait, call?.signal)
  }
}

function putOff({ status, headers }: Response): number {
  const seconds = status === 503 || status === 429 ? Number(headers.get('Retry-After')) : 0
  return seconds > 0 ? seconds * 1000 : 0
}

/** Whether the same call may be taken a moment later: no answer, a server that is starting or has too much to do, or one that asks for patience. */
export const isPassing = (error: unknown): boolean =>
  isRefusal(error) && !isDailyLimit(error) && (error.status === 0 || error.status === 429 || error.status >= 500)

/** The limit of looked-up keys ends at midnight, so waiting for minutes does not help. */
const isDailyLimit = ({ response }: Refusal): boolean => response.data?.code?.code === 'list.lookups'

/** The server lets one ask only so often; where it names no pause one waits by oneself. */
const isRateLimited = (error: unknown): boolean => isRefusal(error) && error.status === 429

interface Persistence {
  signal: AbortSignal
  /** The refusals that are waited out; without it those that come of asking too often. */
  isExpected?: (error: unknown) => boolean
  onWait?: (error: unknown) => void
}

/** Makes a call again until it is answered: the pauses between double from a second to the longest; any other refusal, and an abort, is thrown. */
export async function persist<Answer>(
  call: () => Promise<Answer>,
  { signal, isExpected = isRateLimited, onWait }: Persistence,
): Promise<Answer> {
  for (let wait = 1_000; ; wait = Math.min(longestBetween, wait * 2)) {
    signal.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      if (signal.aborted || !isExpected(error)) throw error
      onWait?.(error)
      await pause(wait, signal)
    }
  }
}

/** Resolves after some milliseconds, at once when the line is back; rejects with the signal's reason. */
function pause(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
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
