import { once } from 'node:events'
import { setPriority } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import PocketBase from 'pocketbase'
import { aLedger } from './answers.mjs'
import { subscribed } from './open-pages.mjs'

/** @typedef {import('./answers.mjs').Ledger} Ledger */

/**
 * The open pages of the hour, in a thread of their own: in one with the people, these would wait for what hundreds of pages read at once, and count that as
 * an answer that was slow. A page for each client.
 * @param {string} url @param {PocketBase[]} owners
 */
export async function pagesApart(url, owners) {
  const tokens = owners.map(({ authStore }) => authStore.token)
  const thread = new Worker(new URL(import.meta.url), { workerData: { url, tokens } })
  await once(thread, 'message')
  return {
    /** What they ask from now on is kept under this name. @param {string} phase */
    in: (phase) => thread.postMessage({ phase }),
    /** @returns {Promise<Pick<Ledger, 'kinds' | 'errors'>>} */
    async closed() {
      thread.postMessage({})
      const [answers] = await once(thread, 'message')
      await thread.terminate()
      return answers
    },
  }
}

/** The people have machines of their own: one that had to wait here for the server's processors would count that as an answer that was slow. Of this thread. */
export function aheadOfTheServer() {
  try {
    setPriority(-10)
    return true
  } catch {
    return false
  }
}

async function open() {
  aheadOfTheServer()
  const { url, tokens } = workerData
  const ledger = aLedger(url)
  const ending = new AbortController()
  let phase = 'página abierta'
  for (const token of tokens) {
    const owner = new PocketBase(url).autoCancellation(false)
    owner.authStore.save(token)
    await aPage(ledger, owner, ending.signal, () => phase)
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
 * A list that is read again whenever it hears of a request, as `src/lib/realtime.ts` does; a line that the server ends is taken up again.
 * @param {Ledger} ledger @param {PocketBase} owner @param {AbortSignal} signal @param {() => string} when what it asks is kept under, lest the rush counts as the hour
 */
async function aPage({ ask, note }, owner, signal, when) {
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
    subscribed(owner, signal, heard, connectAgain).catch((error) => {
      if (!signal.aborted) note(`página abierta: ${error}`)
    })
  function connectAgain() {
    if (!signal.aborted) setTimeout(() => void connect().then(heard), 200 + Math.random() * 1_000)
  }
  await connect()
}

if (!isMainThread) await open()
