const maxPatternLength = 200
/** Maximum number of match attempts for a text. Browsers need a few milliseconds for a million. */
const maxAttempts = 1_000_000

/** Compiles a pattern that has to match the whole text; returns `null` if the syntax is invalid. */
function compilePattern(source: string): RegExp | null {
  try {
    return new RegExp(`^(?:${source})$`)
  } catch {
    return null
  }
}

/**
 * Creates a function that matches whole texts; returns `null` if the pattern does not compile. The function rejects texts that may need over ten
 * million attempts, because they could block the page or the server.
 */
export function createPatternMatcher(source: string): ((text: string) => boolean) | null {
  const pattern = compilePattern(source)
  if (pattern === null) return null
  const reach =
    [32_767, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20].find(
      (length) => estimateAttempts(source, length) <= 10 * maxAttempts,
    ) ?? 0
  return (text) => text.length <= reach && pattern.test(text)
}

/** Returns whether a pattern compiles and is fast for texts of up to `length` characters. */
export function isSafePattern(source: string, length = 500): boolean {
  return (
    source.length <= maxPatternLength &&
    compilePattern(source) !== null &&
    estimateAttempts(source, length) <= maxAttempts
  )
}

/** Estimates the match attempts for `length` characters: a product for sequences, a sum for alternatives, a power for nested loops. */
function estimateAttempts(source: string, length: number): number {
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
    const maxCount = Math.min(to, length)
    return ways ** maxCount * (Math.max(maxCount - from, 0) + 1)
  }

  return choices()
}

function boundsOf(quantifier: string): [from: number, to: number] {
  if (quantifier.startsWith('?')) return [0, 1]
  const [, from = '0', comma = '', to = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [quantifier, '0', ',', '']
  return [Number(from), comma === '' ? Number(from) : to === '' ? Number.POSITIVE_INFINITY : Number(to)]
}
