import { logError } from '../lib/log.ts'
import { isWithinRate } from '../lib/rate-limit.ts'

/**
 * What the engine would keep of each call that failed, with address and query, for weeks: a refusal leaves nothing behind,
 * what nobody foresaw is told on the server's own output, without the query, where tokens stand.
 */
export function logUnforeseen(e: core.ModelEvent) {
  const entry = e.model as core.Log | undefined
  if (!entry || isRefusal(entry)) return
  if (isWithinRate(e.app, 'unforeseen', 60, 60)) logError(lineOf(entry))
}

/** A call whose answer somebody chose, also 200 with a reason that is nobody's business. */
function isRefusal({ data }: core.Log): boolean {
  const status = Number(data.get('status') ?? 0)
  return data.get('type') === 'request' && status > 0 && status < 500
}

function lineOf({ data, message }: core.Log): string {
  const what = data.get('type') === 'request' ? `${data.get('method')} ${pathOf(String(data.get('url')))}` : message
  return `${what}: ${String(data.get('error') ?? '').slice(0, 1000)}`
}

/** Without what follows the path, and without long words in it, as the token of a link is. */
function pathOf(url: string): string {
  return url.replace(/\?.*$/s, '').replace(/[^/]{40,}/g, '…')
}
