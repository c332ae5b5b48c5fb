import { countOf, numberOf } from '../lib/count.ts'

/** «1.200 de 5.000 · 320 por segundo · faltan 12 segundos», from what was made since the start. */
export function paceOf(done: number, total: number, startedAt: string, now = Date.now()): string {
  const seconds = startedAt ? (now - new Date(startedAt.replace(' ', 'T')).getTime()) / 1000 : 0
  const parts = [`${numberOf(done)} de ${numberOf(total)}`]
  const pace = seconds > 0.5 ? done / seconds : 0
  if (pace >= 1 && done < total) {
    parts.push(`${numberOf(Math.round(pace))} por segundo`)
    parts.push(`faltan ${leftOf((total - done) / pace)}`)
  }
  return parts.join(' · ')
}

function leftOf(seconds: number): string {
  if (seconds < 90) return countOf(Math.max(1, Math.round(seconds)), 'segundo', 'segundos')
  return countOf(Math.round(seconds / 60), 'minuto', 'minutos')
}
