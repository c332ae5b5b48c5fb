import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { shown, table } from './measure.mjs'
import { aServer, aSuperuser } from './server.mjs'

const crowds = [1, 16, 64, 256]
const seconds = 4

const list = '/api/app/requests?perPage=30&sort=-created'
const engines = '/api/collections/requests/records?perPage=30&sort=-created&skipTotal=1'

/** The first page of 100,000 requests, with its total, to many at once; beside it PocketBase's own call, which counts nothing. */
export async function crowd() {
  const server = await aServer(join(import.meta.dirname, 'seed-requests.js'))
  // One address plays everybody.
  const superuser = await aSuperuser(server)
  await superuser.settings.update({ rateLimits: { enabled: false } })
  const token = server.admin.authStore.token
  const idle = server.memory().now
  /** @type {string[][]} */
  const lines = []
  for (const clients of crowds) {
    const ours = await asked(server.url + list, token, clients)
    const memory = server.memory().now
    const theirs = await asked(server.url + engines, token, clients)
    lines.push([shown(clients), shown(ours.perSecond), shown(theirs.perSecond), shown(ours.slowest), shown(memory)])
  }
  await server.stop()
  table(['clientes a la vez', 'listas por segundo', 'la llamada de PocketBase', 'p99, ms', 'MiB'], lines)
  console.log(`En reposo, ${shown(idle)} MiB.`)
}

/** @param {string} url @param {string} token @param {number} clients */
async function asked(url, token, clients) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const began = performance.now()
  /** @type {number[]} */
  const times = []
  const client = async () => {
    while (performance.now() - began < seconds * 1000) times.push(await one(url, token, agent))
  }
  await Promise.all(Array.from({ length: clients }, client))
  const took = (performance.now() - began) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  return { perSecond: times.length / took, slowest: times[Math.floor(times.length * 0.99)] ?? 0 }
}

/** Milliseconds of one answer; any other than 200 ends the measurement. @param {string} url @param {string} token @param {Agent} agent @returns {Promise<number>} */
function one(url, token, agent) {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: token } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`))
      answer.resume().on('end', () => resolve(performance.now() - began))
    }).on('error', reject)
  })
}
