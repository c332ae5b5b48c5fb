/** Part of a QR code that only depends on its version. */
interface Pattern {
  size: number
  /** Modules with all data bits zero, row by row from the top; `1` is dark. */
  blank: readonly string[]
  /** Index of the module of each data bit, in the order of the bits. */
  order: readonly number[]
}

const patternCache = new Map<number, Pattern>()

export function getQrPattern(version: number): Pattern {
  const found = patternCache.get(version) ?? createPattern(17 + 4 * version)
  patternCache.set(version, found)
  return found
}

/** Format information for level M and mask 2, including its own error correction bits. */
const format = 0b101111001111100

/** Returns whether mask 2 inverts a column. Choosing the best of all eight masks would take ten times as long. */
const isMasked = (x: number) => x % 3 === 0

function createPattern(size: number): Pattern {
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
    drawRings(x, y, 4, [0, 1, 3], put)
  drawRings(size - 7, size - 7, 2, [0, 2], put)
  for (let bit = 0; bit < 15; bit++) {
    const isDark = ((format >> bit) & 1) === 1
    put(8, bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, isDark)
    put(bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit, 8, isDark)
  }
  put(8, size - 8, true)
  const order = listFreeModules(blank, size)
  return { size, blank: blank.map((module, at) => String(module ?? Number(isMasked(at % size)))), order }
}

type Put = (x: number, y: number, isDark: boolean) => void

/** Draws concentric square rings around (x, y). `dark`: distances of the dark rings from the centre. */
function drawRings(x: number, y: number, reach: number, dark: readonly number[], put: Put) {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) put(x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))))
}

/** Returns the modules for data in the order of the standard: column pairs from right to left, up and down in turn. */
function listFreeModules(modules: readonly (number | null)[], size: number): number[] {
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

/** Numbers 0 to 41 as strings. Cached, because converting numbers is slow. */
const places = Array.from({ length: 42 }, (_, index) => String(index))

/** Converts modules to PDF rectangles. Adjacent dark modules of a row become one rectangle. */
export function toPdfRectangles(modules: readonly string[], size: number): string {
  const all = modules.join('')
  const runs: string[] = []
  for (let y = 0; y < size; y++) {
    // Searches the row as a string, because the native `indexOf` is faster than a loop.
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
