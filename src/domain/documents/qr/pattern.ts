/** What all codes of one version have in common, row by row from the top. */
interface Pattern {
  size: number
  /** The modules of a code whose data are all zero: `1` is a dark one. */
  blank: readonly string[]
  /** The places of the bits of its data. */
  order: readonly number[]
}

const known = new Map<number, Pattern>()

export function patternOf(version: number): Pattern {
  const found = known.get(version) ?? newPattern(17 + 4 * version)
  known.set(version, found)
  return found
}

/** Level M with the mask 2 and its own error correction, as a code tells its reader twice. */
const format = 0b101111001111100

/** The mask is always the same: to try all eight and weigh them takes ten times as long, and any reader reads any. */
const isMasked = (x: number) => x % 3 === 0

function newPattern(size: number): Pattern {
  const blank = Array<number | null>(size * size).fill(null)
  const put = (x: number, y: number, isDark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) blank[y * size + x] = isDark ? 1 : 0
  }
  for (let at = 0; at < size; at++) {
    put(at, 6, at % 2 === 0)
    put(6, at, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, [0, 1, 3], put)
  rings(size - 7, size - 7, 2, [0, 2], put)
  for (let bit = 0; bit < 15; bit++) {
    const isDark = ((format >> bit) & 1) === 1
    put(8, bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, isDark)
    put(bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit, 8, isDark)
  }
  put(8, size - 8, true)
  const order = freeIn(blank, size)
  return { size, blank: blank.map((module, at) => String(module ?? Number(isMasked(at % size)))), order }
}

type Put = (x: number, y: number, isDark: boolean) => void

/** Squares one in another, of which those at some distances from their middle are dark. */
function rings(x: number, y: number, reach: number, dark: readonly number[], put: Put) {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) put(x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))))
}

/** What is free, in pairs of columns from the right, upwards and downwards in turn. */
function freeIn(modules: readonly (number | null)[], size: number): number[] {
  const order: number[] = []
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--
    for (let step = 0; step < size; step++) {
      const row = (isUp ? size - 1 - step : step) * size
      for (const at of [row + right, row + right - 1]) if (modules[at] === null) order.push(at)
    }
    isUp = !isUp
  }
  return order
}

/** Written once: a number becomes a text each time. */
const places = Array.from({ length: 42 }, (_, place) => String(place))

/** Dark modules side by side are one rectangle. */
export function drawn(modules: readonly string[], size: number): string {
  const all = modules.join('')
  const runs: string[] = []
  for (let y = 0; y < size; y++) {
    // As text a row is searched by the engine itself.
    const row = `${all.slice(y * size, (y + 1) * size)}0`
    const height = ` ${size - 1 - y} `
    for (let start = row.indexOf('1'); start >= 0; ) {
      const end = row.indexOf('0', start)
      runs.push(`${places[start]}${height}${places[end - start]} 1 re`)
      start = row.indexOf('1', end)
    }
  }
  return runs.join('\n')
}
