import { useRef } from 'react'
import { formatCount, formatNumber } from '../lib/number-format.ts'

interface ProgressSample {
  at: number
  done: number
}

/** Sampling window of the rate in ms. With a longer window the rate is smoother but reacts more slowly. */
const samplingWindowMs = 15_000

/** Returns the number of items processed per second; 0 while unknown. Ignores the server's clock. */
export function useProgressRate(done: number): number {
  const samples = useRef<ProgressSample[]>([])
  const now = performance.now()
  const last = samples.current.at(-1)
  if (!last || last.done !== done) {
    // Resets the samples if the count decreased, because then another job started.
    if (last && done < last.done) samples.current = []
    samples.current.push({ at: now, done })
    while ((samples.current[0]?.at ?? now) < now - samplingWindowMs && samples.current.length > 2)
      samples.current.shift()
  }
  const first = samples.current[0]
  const newest = samples.current.at(-1)
  if (!first || !newest || newest.at - first.at < 500) return 0
  return ((newest.done - first.done) / (newest.at - first.at)) * 1000
}

/** Formats progress: «1.200 de 5.000 · 320 por segundo · faltan 12 segundos». */
export function formatProgress(done: number, total: number, pace: number): string {
  const parts = [`${formatNumber(done)} de ${formatNumber(total)}`]
  if (pace >= 1 && done < total) {
    parts.push(`${formatNumber(Math.round(pace))} por segundo`)
    parts.push(formatRemainingTime((total - done) / pace))
  }
  return parts.join(' · ')
}

function formatRemainingTime(seconds: number): string {
  if (seconds < 90) {
    const left = Math.max(1, Math.round(seconds))
    return `${left === 1 ? 'falta' : 'faltan'} ${formatCount(left, 'segundo', 'segundos')}`
  }
  return `faltan ${formatCount(Math.round(seconds / 60), 'minuto', 'minutos')}`
}
