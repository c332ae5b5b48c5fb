/** Creates a generator of random numbers; the same seed gives the same numbers. @param {number} seed */
export function createSeededRandom(seed) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** An integer from `low` to `high`. @param {number} low @param {number} high */
  const between = (low, high) => low + Math.floor(next() * (high - low + 1))
  /**
   * Returns a random entry.
   * @template T
   * @param {readonly T[]} list
   * @returns {T}
   */
  const pick = (list) => /** @type {T} */ (list[between(0, list.length - 1)])
  /** Picks an entry with the probability of its weight. @template T @param {readonly (readonly [weight: number, value: T])[]} list @returns {T} */
  const weighted = (list) => {
    let left = next() * list.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of list) {
      left -= weight
      if (left <= 0) return value
    }
    return /** @type {T} */ (list.at(-1)?.[1])
  }
  return { next, between, pick, weighted }
}

/** @typedef {ReturnType<typeof createSeededRandom>} Random */
