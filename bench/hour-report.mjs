import { median, section, shown, table, times } from './measure.mjs'

/** @typedef {{ what: string, found: string, goal: string, holds: boolean }} Promised */

/** What is asked in the rush is kept apart: it is promised that it ends, not how fast. */
export const rushing = 'avalancha'
/** Of fewer answers nothing can be said of the slowest hundredth. */
const fewest = 100

/** @param {{ early: number, late: number, most: number, inRush: number }} memory @returns {Promised} */
export function memoryOf({ early, late, most, inRush }) {
  const goal = `≤ 1,15 × ${shown(early)} MiB del minuto dos; ≤ 400 MiB`
  const found = `${shown(late)} MiB (lo más, ${shown(most)}; en la avalancha, ${shown(inRush)})`
  return { what: 'memoria al final', found, goal, holds: late <= early * 1.15 && late <= 400 }
}

/** @param {import('./answers.mjs').Ledger} ledger @param {{ served: number, asked: number, seconds: number }} rush @returns {Promised} */
export function queueOf({ kinds }, { served, asked, seconds }) {
  const putOff = kinds.get(rushing)?.putOff ?? 0
  return {
    what: `avalancha: ${shown(asked)} borradores de 256 a la vez`,
    found: `${shown(served)} guardados en ${shown(seconds, 1)} s; se pidió volver ${shown(putOff)} veces`,
    goal: 'todos',
    holds: served === asked && putOff > 0,
  }
}

/** @param {import('./answers.mjs').Ledger} ledger @param {Promised[]} promised @param {string} how it was measured */
export function report({ kinds, errors }, promised, how) {
  const calls = [...kinds].map(([what, { times: all, putOff }]) => {
    const sorted = all.toSorted((a, b) => a - b)
    const [middle, p99] = [median(sorted), sorted[Math.floor(sorted.length * 0.99)] ?? 0]
    return { what, count: all.length, putOff, middle, p99, isJudged: all.length >= fewest && !what.startsWith(rushing) }
  })
  console.log(`\nEn detalle (${how}):`)
  table(
    ['llamada', 'veces', 'mediana, ms', 'p99, ms', 'p99 ÷ mediana', 'se pidió volver'],
    calls.map(({ what, count, middle, p99, putOff, isJudged }) => [
      what,
      shown(count),
      shown(middle, 1),
      shown(p99, 1),
      isJudged ? times(p99 / middle) : '',
      shown(putOff),
    ]),
  )
  const slowest = calls.filter(({ isJudged }) => isJudged).toSorted((a, b) => b.p99 / b.middle - a.p99 / a.middle)[0]
  const ratio = slowest ? slowest.p99 / slowest.middle : 0
  const all = [
    { what: 'errores', found: shown(errors.length), goal: '0', holds: errors.length === 0 },
    { what: `p99 ÷ mediana, lo más: ${slowest?.what}`, found: times(ratio), goal: '≤ 10 ×', holds: ratio <= 10 },
    ...promised,
  ]
  section(
    ['una hora de trabajo en diez minutos', 'medido', '', '', 'meta'],
    all.map(({ what, found, goal, holds }) => [what, found, '', holds ? '' : 'no se cumple', goal]),
  )
  if (all.some(({ holds }) => !holds)) process.exitCode = 1
}
