import { formatNumber, formatRatio, getMedian, printTable, reportTable } from './measure.mjs'

/** @typedef {{ what: string, found: string, goal: string, holds: boolean }} Criterion */

/** Prefix of calls during the rush. They are not judged by duration, because only their success is promised. */
export const rushPrefix = 'avalancha'
/** Minimum number of calls for a meaningful p99. */
const minSampleSize = 100

/** @param {{ early: number, late: number, most: number, inRush: number }} memory @returns {Criterion} */
export function judgeMemory({ early, late, most, inRush }) {
  const goal = `≤ 1,15 × ${formatNumber(early)} MiB del minuto dos; ≤ 400 MiB`
  const found = `${formatNumber(late)} MiB (lo más, ${formatNumber(most)}; en la avalancha, ${formatNumber(inRush)})`
  return { what: 'memoria al final', found, goal, holds: late <= early * 1.15 && late <= 400 }
}

/** @param {import('./answers.mjs').CallLog} ledger @param {{ served: number, asked: number, seconds: number }} rush @returns {Criterion} */
export function judgeRush({ kinds }, { served, asked, seconds }) {
  const putOff = kinds.get(rushPrefix)?.putOff ?? 0
  return {
    what: `avalancha: ${formatNumber(asked)} borradores de 256 a la vez`,
    found: `${formatNumber(served)} guardados en ${formatNumber(seconds, 1)} s; se pidió volver ${formatNumber(putOff)} veces`,
    goal: 'todos',
    holds: served === asked && putOff > 0,
  }
}

/** @param {import('./answers.mjs').CallLog} ledger @param {Criterion[]} promised @param {string} how it was measured */
export function reportHour({ kinds, errors }, promised, how) {
  const calls = [...kinds].map(([what, { times: all, putOff }]) => {
    const sorted = all.toSorted((a, b) => a - b)
    const [middle, p99] = [getMedian(sorted), sorted[Math.floor(sorted.length * 0.99)] ?? 0]
    return {
      what,
      count: all.length,
      putOff,
      middle,
      p99,
      isJudged: all.length >= minSampleSize && !what.startsWith(rushPrefix),
    }
  })
  console.log(`\nEn detalle (${how}):`)
  printTable(
    ['llamada', 'veces', 'mediana, ms', 'p99, ms', 'p99 ÷ mediana', 'se pidió volver'],
    calls.map(({ what, count, middle, p99, putOff, isJudged }) => [
      what,
      formatNumber(count),
      formatNumber(middle, 1),
      formatNumber(p99, 1),
      isJudged ? formatRatio(p99 / middle) : '',
      formatNumber(putOff),
    ]),
  )
  const slowest = calls.filter(({ isJudged }) => isJudged).toSorted((a, b) => b.p99 / b.middle - a.p99 / a.middle)[0]
  const ratio = slowest ? slowest.p99 / slowest.middle : 0
  const all = [
    { what: 'errores', found: formatNumber(errors.length), goal: '0', holds: errors.length === 0 },
    { what: `p99 ÷ mediana, lo más: ${slowest?.what}`, found: formatRatio(ratio), goal: '≤ 10 ×', holds: ratio <= 10 },
    ...promised,
  ]
  reportTable(
    ['una hora de trabajo en diez minutos', 'medido', '', '', 'meta'],
    all.map(({ what, found, goal, holds }) => [what, found, '', holds ? '' : 'no se cumple', goal]),
  )
  if (all.some(({ holds }) => !holds)) process.exitCode = 1
}
