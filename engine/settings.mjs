import { resolve } from 'node:path'
import { Stop } from './say.mjs'

/** The settings of the environment that the start itself needs; the server reads the others by itself. */
export function settings(env = process.env) {
  const domain = env.DOMAIN?.split(/[\s,]+/).find(Boolean)
  const host = env.HOST || (domain ? '0.0.0.0' : '127.0.0.1')
  const port = domain ? 443 : portNumber(env.PORT || '8090')
  const dataDir = resolve(env.DATA_DIR || 'pb_data')
  return { domain, host, port, dataDir, appUrl: (env.APP_URL || address(domain, host, port)).replace(/\/+$/, '') }
}

/** @param {string} text */
function portNumber(text) {
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Stop(`PORT es «${text}», y debe ser un número del 1 al 65535.`)
}

/** @param {string | undefined} domain @param {string} host @param {number} port */
function address(domain, host, port) {
  if (domain) return `https://${domain}`
  const everywhere = host === '0.0.0.0' || host === '::'
  return `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}
