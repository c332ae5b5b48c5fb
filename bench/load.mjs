import { formatNumber } from './measure.mjs'
import { importBenchPackage } from './packages.mjs'

/** @typedef {{ url: string, cpu: () => number, memory: () => { now: number } }} MeasuredServer */
/** Measured call; functions are evaluated for each request. @typedef {{ path: string | (() => string), token?: string | (() => string), method?: string, body?: () => object }} LoadCall */
/** Results: successful calls per second, their durations and the processor time in ms, memory in MiB, and refused calls («503: 12 de 2.000»; empty if none). @typedef {{ perSecond: number, p50: number, p99: number, cpu: number, memory: number, refused: string }} Load */

/**
 * Measures a call with `clients` parallel clients that each repeat it without pause. Throws if no call succeeds.
 * @param {MeasuredServer} server @param {LoadCall} ask @param {number} clients @param {number} amount of calls @returns {Promise<Load>}
 */
export async function load({ url, cpu, memory }, { path, token = '', method = 'GET', body }, clients, amount) {
  const autocannon = await importBenchPackage('autocannon')
  /** @type {number[]} */
  const times = []
  /** Number of refused calls by status. @type {Record<string, number>} */
  const refused = {}
  const before = cpu()
  const began = performance.now()
  let ended = began
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'br' }
  const setupRequest = (/** @type {object} */ request) => ({
    ...request,
    path: typeof path === 'string' ? path : path(),
    headers: { ...headers, authorization: typeof token === 'string' ? token : token() },
    ...(body ? { body: JSON.stringify(body()) } : {}),
  })
  const requests = [{ method, setupRequest }]
  const run = autocannon({ url, connections: clients, amount, timeout: 60, sampleInt: 100, requests })
  run.on(
    'response',
    (
      /** @type {unknown} */ _client,
      /** @type {number} */ status,
      /** @type {number} */ _bytes,
      /** @type {number} */ took,
    ) => {
      if (status < 300) times.push(took)
      else refused[status] = (refused[status] ?? 0) + 1
      ended = performance.now()
    },
  )
  await run
  const unanswered = amount - times.length - Object.values(refused).reduce((sum, count) => sum + count, 0)
  if (unanswered) refused['sin respuesta'] = unanswered
  const refusals = Object.entries(refused).map(([status, count]) => `${status}: ${formatNumber(count)}`)
  const refusedText = refusals.length > 0 ? `${refusals.join(', ')} de ${formatNumber(amount)}` : ''
  if (times.length === 0) throw new Error(`${clients} × ${method} ${setupRequest({}).path}: ${refusedText}`)
  times.sort((a, b) => a - b)
  const at = (/** @type {number} */ part) => times[Math.floor(times.length * part)] ?? 0
  return {
    perSecond: (times.length / (ended - began)) * 1000,
    p50: at(0.5),
    p99: at(0.99),
    cpu: (cpu() - before) / amount,
    memory: memory().now,
    refused: refusedText,
  }
}
