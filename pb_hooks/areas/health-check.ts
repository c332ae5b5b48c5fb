import { parseDomains } from '../lib/public-url.ts'

/** `pocketbase health`: exits with code 1 unless the server on this machine is healthy. Containers run it every few seconds. */
export function checkHealth() {
  const [domain] = parseDomains($os.getenv)
  const address = domain ? `https://${domain}` : `http://127.0.0.1:${$os.getenv('PORT') || '8090'}`
  try {
    const { statusCode } = $http.send({ url: `${address}/api/app/health`, timeout: 3 })
    // Counts 429 as healthy. Without `TRUSTED_PROXY_HEADER`, all clients behind a proxy share its address and may use
    // up the rate limit.
    if (statusCode === 204 || statusCode === 429) $os.exit(0)
    console.error(`unhealthy: ${statusCode}`)
  } catch (error) {
    console.error('unhealthy:', error)
  }
  $os.exit(1)
}
