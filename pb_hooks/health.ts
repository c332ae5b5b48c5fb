import { domainsOf } from './address.ts'
import { run } from './sql.ts'
import { mayHappen } from './throttle.ts'

/** `GET /api/app/health`: 204 if a row can be written. PocketBase's own answers 200 with a full disk or a hung writer. */
export function health(e: core.RequestEvent) {
  const isOurs = /^(127\.|::1$)/.test(e.realIP())
  if (!isOurs && domainsOf($os.getenv).length === 0) throw new NotFoundError()
  if (mayHappen(e.app, 'health', 1, 2))
    run(e.app, 'INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, {:at})', { at: new Date().toISOString() })
  return e.noContent(204)
}

/** `pocketbase health`: ends with an error where the server on this machine does not answer so. */
export function askForHealth() {
  const [domain] = domainsOf($os.getenv)
  const address = domain ? `https://${domain}` : `http://127.0.0.1:${$os.getenv('PORT') || '8090'}`
  const { statusCode } = $http.send({ url: `${address}/api/app/health`, timeout: 4 })
  if (statusCode !== 204) throw new Error(`unhealthy: ${statusCode}`)
}
