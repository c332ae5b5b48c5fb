import { isWithinRateLimit } from '../lib/limits.ts'
import { logError } from '../lib/log.ts'

/**
 * Replaces PocketBase's log of failed calls, which would store address and query for weeks. Expected errors are not logged.
 * Unexpected errors go to the server's log without the query, because it may contain tokens.
 */
export function logUnexpectedErrors(e: core.ModelEvent) {
  const entry = e.model as core.Log | undefined
  if (!entry || isRefusal(entry)) return
  if (isWithinRateLimit(e.app, 'unforeseen', 60, 60)) logError(formatEntry(entry))
}

/** Returns whether a log entry is a call with an intended response, including a 200 with a note. */
function isRefusal({ data }: core.Log): boolean {
  const status = Number(data.get('status') ?? 0)
  return data.get('type') === 'request' && status > 0 && status < 500
}

function formatEntry({ data, message }: core.Log): string {
  const what =
    data.get('type') === 'request' ? `${data.get('method')} ${removeSecrets(String(data.get('url')))}` : message
  return `${what}: ${String(data.get('error') ?? '').slice(0, 1000)}`
}

/** Removes the query and words of 32 characters or more, such as a link's token. */
function removeSecrets(url: string): string {
  return url.replace(/\?.*$/s, '').replace(/[^/]{32,}/g, '…')
}
