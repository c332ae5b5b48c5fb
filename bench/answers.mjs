/** Durations in ms of the successful calls of a kind, and number of deferred ones (429 or 503). @typedef {{ times: number[], putOff: number }} Answers */
/** @typedef {{ method?: string, body?: object }} What */

/**
 * Sends calls and records their durations by kind. Repeats deferred calls after their `Retry-After`. All other failures are recorded as errors.
 * @param {string} url
 */
export function createCallLog(url) {
  /** @type {Map<string, Answers>} */
  const kinds = new Map()
  /** @type {string[]} */
  const errors = []
  /** @param {string} error */
  function note(error) {
    errors.push(error)
    if (errors.length <= 20) console.error(`  ✗ ${error}`)
  }

  /** @param {string} kind @returns {Answers} */
  function of(kind) {
    const answers = kinds.get(kind) ?? { times: [], putOff: 0 }
    kinds.set(kind, answers)
    return answers
  }

  /** Returns the parsed JSON of the response; undefined after an error. @param {string} kind @param {string} token @param {string} path @param {What} [what] @returns {Promise<any>} */
  async function ask(kind, token, path, { method = 'GET', body } = {}) {
    const answers = of(kind)
    const headers = { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) }
    for (;;) {
      const began = performance.now()
      try {
        const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
        const bytes = Buffer.from(await response.arrayBuffer())
        const took = performance.now() - began
        const pause = Number(response.headers.get('Retry-After'))
        if (response.ok) {
          answers.times.push(took)
          const isJson = response.headers.get('content-type')?.includes('json')
          return isJson ? JSON.parse(bytes.toString()) : bytes
        }
        if (![429, 503].includes(response.status) || !pause) {
          note(
            `${kind}: ${method} ${path}: ${response.status} tras ${took.toFixed(0)} ms: ${bytes.toString().slice(0, 200)}`,
          )
          return undefined
        }
        answers.putOff++
        await new Promise((resolve) => setTimeout(resolve, pause * 1000 * (1 + Math.random() / 2)))
      } catch (error) {
        note(`${kind}: ${method} ${path}: ${/** @type {Error} */ (error).cause ?? error}`)
        return undefined
      }
    }
  }

  return { ask, note, kinds, errors }
}

/** @typedef {ReturnType<typeof createCallLog>} CallLog */
/** @typedef {CallLog['ask']} CallFunction */
