import * as http from 'node:http'
import * as https from 'node:https'

const connectLimit = 3_000
const silenceLimit = 30_000

/**
 * The bytes behind an address, redirects followed; it gives up after 3 s without a connection or 30 s of silence.
 * @param {string} address @param {(share: number) => void} [progress] 0 to 1 @param {number} [redirects]
 * @returns {Promise<Buffer>}
 */
export function download(address, progress = () => {}, redirects = 5) {
  const url = new URL(address)
  const { get } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const request = get(url, (response) => {
      const { statusCode = 0, headers } = response
      if (statusCode >= 300 && statusCode < 400 && headers.location && redirects > 0) {
        response.resume()
        const next = new URL(headers.location, url)
        if (url.protocol === 'https:' && next.protocol !== 'https:')
          return reject(new Error(`${address} lleva a un sitio sin TLS`))
        return resolve(download(next.href, progress, redirects - 1))
      }
      if (statusCode !== 200) {
        response.resume()
        return reject(new Error(`${address} respondió ${statusCode}`))
      }
      collect(response, progress).then(resolve, reject)
    })
    const late = setTimeout(() => request.destroy(new Error(`${url.host} no responde (3 s)`)), connectLimit)
    request.on('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(late))
    })
    request.setTimeout(silenceLimit, () => request.destroy(new Error(`${url.host} dejó de responder`)))
    request.on('error', reject)
    request.on('close', () => clearTimeout(late))
  })
}

/** @param {http.IncomingMessage} response @param {(share: number) => void} progress */
async function collect(response, progress) {
  const expected = Number(response.headers['content-length'] ?? 0)
  const parts = []
  let received = 0
  for await (const part of response) {
    parts.push(part)
    received += part.length
    if (expected) progress(received / expected)
  }
  return Buffer.concat(parts)
}
