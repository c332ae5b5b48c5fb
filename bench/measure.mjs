import { addTable } from './figures.mjs'

/** @param {number[]} numbers */
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0

/** Milliseconds that a piece of work takes. @param {() => unknown} work */
export async function timed(work) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/**
 * Does a round of measurements several times; the median of each. A round does all that is compared, one after the other,
 * so that what disturbs one disturbs all.
 * @template {Record<string, number>} Figures @param {number} rounds @param {() => Promise<Figures>} round @returns {Promise<Figures>}
 */
export async function medians(rounds, round) {
  /** @type {Figures[]} */
  const all = []
  for (let i = 0; i < rounds; i++) all.push(await round())
  const names = Object.keys(all[0] ?? {})
  return /** @type {Figures} */ (
    Object.fromEntries(names.map((name) => [name, median(all.map((figures) => figures[name] ?? 0))]))
  )
}

/** For people: `1234.5` → «1.235», with decimals as asked. */
export const shown = (/** @type {number} */ number, decimals = 0) =>
  number.toLocaleString('es', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  })

/** A ratio: `2.06` → «2,1 ×». */
export const times = (/** @type {number} */ ratio, decimals = 1) => `${shown(ratio, decimals)} ×`

/** Prints a table as Markdown. @param {string[]} columns @param {string[][]} lines */
export function table(columns, lines) {
  console.log()
  for (const cells of [columns, columns.map((_, column) => (column === 0 ? '---' : '---:')), ...lines]) line(cells)
}

/** Prints a table (what, ours, beside, ratio, goal) and adds it to docs/rendimiento.md. @param {string[]} names @param {string[][]} lines */
export function section(names, lines) {
  addTable(names, lines)
  console.log()
  line(names.map((name) => name && `**${name}**`))
  for (const cells of lines) line([0, 1, 2, 3, 4].map((column) => cells[column] ?? ''))
}

/** @param {string[]} cells */
export const line = (cells) => console.log(`| ${cells.join(' | ')} |`)
