import { formatDecimal } from '../money/decimal.ts'
import { getNotation } from '../money/notation.ts'
import { formatShortDate } from '../time/date.ts'
import type { PageSetup } from './page.ts'

export const pageSizeOptionLabels: Readonly<Record<PageSetup['size'], string>> = {
  letter: 'Carta (21,6 × 27,9 cm)',
  a4: 'A4 (21 × 29,7 cm)',
  legal: 'Legal (21,6 × 35,6 cm)',
}
export const marginOptionLabels: Readonly<Record<PageSetup['margins'], string>> = {
  narrow: 'Estrechos (2 cm)',
  normal: 'Normales (2,8 cm)',
  wide: 'Amplios (3,5 cm)',
}

/** Returns a sample of number and date notation in a country: «1.234.567,50 · 03/04/2025». */
export function formatNotationSample(country: string): string {
  const notation = getNotation(country)
  return `${formatDecimal('1234567.50', notation)} · ${formatShortDate('2025-04-03', notation.date)}`
}
