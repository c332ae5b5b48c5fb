import { once } from 'node:events'
import { setPriority } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import PocketBase from 'pocketbase'
import { createCallLog } from './answers.mjs'
import { subscribeToRequests } from './open-pages.mjs'

/** @typedef {import('./answers.mjs').CallLog} CallLog */

/**
 * Opens a page per client in a separate thread. In the thread of the other clients, the work of hundreds of pages would count as slow responses.
 * @param {string} url @param {PocketBase[]} owners
 */
export async function startPagesWorker(url, owners) {
  const tokens = owners.map(({ authStore }) => authStore.token)
  const thread = new Worker(new URL(import.meta.url), { workerData: { url, tokens } })
  await once(thread, 'message')
  return {
    /** Sets the prefix under which further calls are recorded. @param {string} phase */
    in: (phase) => thread.postMessage({ phase }),
    /** @returns {Promise<Pick<CallLog, 'kinds' | 'errors'>>} */
    async closed() {
      thread.postMessage({})
      const [answers] = await once(thread, 'message')
      await thread.terminate()
      return answers
    },
  }
}

/** Raises the priority of this thread, because real clients do not share processors with the server. Returns whether it succeeded. */
export function raiseClientPriority() {
  try {
    setPriority(-10)
    return true
  } catch {
    return false
  }
}

async function open() {
  raiseClientPriority()
  const { url, tokens } = workerData
  const ledger = createCallLog(url)
  const ending = new AbortController()
  let phase = 'página abierta'
  for (const token of tokens) {
    const owner = new PocketBase(url).autoCancellation(false)
    owner.authStore.save(token)
    await openPage(ledger, owner, ending.signal, () => phase)
  }
  parentPort?.on('message', (told) => {
    if (told.phase) {
      phase = told.phase
      return
    }
    ending.abort()
    const { kinds, errors } = ledger
    parentPort?.postMessage({ kinds, errors })
  })
  parentPort?.postMessage('open')
}

/**
 * Simulates an open list: reads it again after each realtime event, like `src/lib/realtime.ts`, and reconnects if the connection ends.
 * @param {CallLog} ledger @param {PocketBase} owner @param {AbortSignal} signal @param {() => string} when prefix of the recorded calls
 */
async function openPage({ ask, note }, owner, signal, when) {
  const { token } = owner.authStore
  let isWaiting = false
  async function read() {
    isWaiting = false
    if (signal.aborted) return
    await Promise.all([
      ask(`${when()}, lista`, token, '/api/app/requests?perPage=30'),
      ask(`${when()}, cuentas`, token, '/api/app/counts'),
    ])
  }
  function heard() {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => void read(), 200 + Math.random() * 1_000)
  }
  const connect = () =>
    subscribeToRequests(owner, signal, heard, connectAgain).catch((error) => {
      if (!signal.aborted) note(`página abierta: ${error}`)
    })
  function connectAgain() {
    if (!signal.aborted) setTimeout(() => void connect().then(heard), 200 + Math.random() * 1_000)
  }
  await connect()
}

if (!isMainThread) await open()
