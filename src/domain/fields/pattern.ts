const longestPattern = 200
const mostLoops = 3

/** The whole text must match; null for what does not compile. */
export function patternOf(source: string): RegExp | null {
  try {
    return new RegExp(`^(?:${source})$`)
  } catch {
    return null
  }
}

interface Group {
  loops: boolean
  varies: boolean
}

/** Whether a pattern compiles and no text can make it slow: no loops within loops, no choices within loops, few loops at all. */
export function isSafePattern(source: string): boolean {
  if (source.length > longestPattern || patternOf(source) === null) return false
  if (/\\[1-9kpP]|\(\?[=!<]/.test(source)) return false
  const plain = source
    .replace(/\\./g, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
    .replace(/\(\?:/g, '(')
  const open: Group[] = [{ loops: false, varies: false }]
  let loops = 0
  let closed: Group | undefined
  for (let at = 0; at < plain.length; at++) {
    const sign = plain[at]
    const here = open.at(-1)
    if (here === undefined) return false
    if (sign === '(') open.push({ loops: false, varies: false })
    else if (sign === '|') here.varies = true
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(plain.slice(at))?.[0]
    if (quantifier !== undefined) {
      const { endless, many, varying } = repetition(quantifier)
      if (closed !== undefined && ((many && closed.loops) || (endless && closed.varies))) return false
      if (endless) loops++
      here.loops ||= endless
      here.varies ||= varying
      at += quantifier.length - 1
      if (plain[at + 1] === '?') at++
    }
    closed = undefined
    if (sign === ')') {
      closed = open.pop()
      const around = open.at(-1)
      if (around === undefined || closed === undefined) return false
      around.loops ||= closed.loops
      around.varies ||= closed.varies
    }
  }
  return loops <= mostLoops
}

function repetition(quantifier: string): { endless: boolean; many: boolean; varying: boolean } {
  if (quantifier === '?') return { endless: false, many: false, varying: true }
  const [, from = '0', comma = '', to = ''] = /^\{(\d+)(,?)(\d*)\}$/.exec(quantifier) ?? [quantifier, '0', ',', '']
  const most = comma === '' ? Number(from) : to === '' ? Number.POSITIVE_INFINITY : Number(to)
  return { endless: most - Number(from) > 50 || most > 1_000, many: most > 1, varying: most !== Number(from) }
}
