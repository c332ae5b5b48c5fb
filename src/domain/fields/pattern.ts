const longestPattern = 200
/** Ways in which a text may be tried against a pattern; a browser tries a million in a few milliseconds. */
const mostWays = 1_000_000

/** The whole text must match; null for what does not compile. */
function compiled(source: string): RegExp | null {
  try {
    return new RegExp(`^(?:${source})$`)
  } catch {
    return null
  }
}

/** Whether a text matches as a whole; null for a pattern that does not compile. A text longer than the pattern can try in ten million steps does not match, so that none blocks the page or the server. */
export function patternMatcher(source: string): ((text: string) => boolean) | null {
  const pattern = compiled(source)
  if (pattern === null) return null
  const reach =
    [32_767, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20].find((length) => waysOf(source, length) <= 10 * mostWays) ?? 0
  return (text) => text.length <= reach && pattern.test(text)
}

/** Whether a pattern compiles and no text up to this length can make it slow. */
export function isSafePattern(source: string, length = 500): boolean {
  return source.length <= longestPattern && compiled(source) !== null && waysOf(source, length) <= mostWays
}

/** In how many ways a text of this length can be tried at most: loops multiply, choices add, loops around either raise to their power. */
function waysOf(source: string, length: number): number {
  if (/\\[1-9kpP]|\(\?(?!:)/.test(source)) return Number.POSITIVE_INFINITY
  const plain = source
    .replace(/\\./g, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
    .replace(/\(\?:/g, '(')
  let at = 0

  function choices(): number {
    let ways = sequence()
    while (plain[at] === '|') {
      at++
      ways += sequence()
    }
    return ways
  }

  function sequence(): number {
    let ways = 1
    while (at < plain.length && plain[at] !== '|' && plain[at] !== ')') ways *= repeated(single())
    return ways
  }

  function single(): number {
    if (plain[at++] !== '(') return 1
    const ways = choices()
    at++
    return ways
  }

  function repeated(ways: number): number {
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(plain.slice(at))?.[0]
    if (quantifier === undefined) return ways
    at += quantifier.length
    const [from, to] = boundsOf(quantifier)
    const most = Math.min(to, length)
    return ways ** most * (Math.max(most - from, 0) + 1)
  }

  return choices()
}

function boundsOf(quantifier: string): [from: number, to: number] {
  if (quantifier.startsWith('?')) return [0, 1]
  const [, from = '0', comma = '', to = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [quantifier, '0', ',', '']
  return [Number(from), comma === '' ? Number(from) : to === '' ? Number.POSITIVE_INFINITY : Number(to)]
}
