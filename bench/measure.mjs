import { addTable } from './figures.mjs'

/** @param {number[]} numbers */
export const getMedian = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0

/** Returns the duration of `work` in ms. @param {() => unknown} work */
export async function measureMs(work) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/**
 * Repeats a round of measurements and returns the median of each figure. A round measures everything that is compared, so that a disturbance
 * affects all figures.
 * @template {Record<string, number>} Figures @param {number} rounds @param {() => Promise<Figures>} round @returns {Promise<Figures>}
 */
export async function measureMedians(rounds, round) {
  /** @type {Figures[]} */
  const all = []
  for (let i = 0; i < rounds; i++) all.push(await round())
  const names = Object.keys(all[0] ?? {})
  return /** @type {Figures} */ (
    Object.fromEntries(names.map((name) => [name, getMedian(all.map((figures) => figures[name] ?? 0))]))
  )
}

/** Formats a number: `1234.5` → «1.235». */
export const formatNumber = (/** @type {number} */ number, decimals = 0) =>
  number.toLocaleString('es', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  })

/** Formats a ratio: `2.06` → «2,1 ×». */
export const formatRatio = (/** @type {number} */ ratio, decimals = 1) => `${formatNumber(ratio, decimals)} ×`

/** Prints a table as Markdown. @param {string[]} columns @param {string[][]} lines */
export function printTable(columns, lines) {
  console.log()
  for (const cells of [columns, columns.map((_, column) => (column === 0 ? '---' : '---:')), ...lines]) printRow(cells)
}

/** Prints a table (name, product, comparison, ratio, goal) and adds it to docs/rendimiento.md. @param {string[]} names @param {string[][]} lines */
export function reportTable(names, lines) {
  addTable(names, lines)
  console.log()
  printRow(names.map((name) => name && `**${name}**`))
  for (const cells of lines) printRow([0, 1, 2, 3, 4].map((column) => cells[column] ?? ''))
}

/** @param {string[]} cells */
export const printRow = (cells) => console.log(`| ${cells.join(' | ')} |`)
