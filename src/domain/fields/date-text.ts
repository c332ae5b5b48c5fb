import { toComparisonKey } from '../text/comparison.ts'
import { monthNames, serialToDate, toIsoDate } from '../time/date.ts'
import type { WarningCode } from './warnings.ts'

export type ParsedDate = { date: string; warning?: WarningCode } | { date: null; suggestion?: string }

interface DateFormatHints {
  order?: 'dmy' | 'mdy' | undefined
  base?: 1900 | 1904 | undefined
}

const weekday =
  /^(lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|(lun|mar|mi[eé]|jue|vie|s[aá]b|dom)\.?(?=[\s,])),?\s+/i
const time = /(?:,?\s+|T)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*([ap]\.?\s?m\.?)?\s*(?:Z|[+-]\d\d:?\d\d)?$/i
const englishMonths = 'january february march april may june july august september october november december'.split(' ')

/** Parses a typed date. Only suggests it for digits without separators (`45750`) or swapped day and month. */
export function parseDate(typed: string, custom: DateFormatHints): ParsedDate {
  const raw = normalizeDateText(typed)
  const clock = time.exec(raw)
  const text = (clock === null ? raw : raw.slice(0, clock.index)).replace(weekday, '').trim()
  const day = parseDay(text, custom)
  if (day === null) return { date: null }
  if (typeof day === 'string') return { date: null, suggestion: day }
  const date = toIsoDate(day.year, day.month, day.day)
  if (date === null) return { date }
  if (day.century) return { date, warning: 'century' }
  return clock !== null && !isMidnight(clock) ? { date, warning: 'time' } : { date }
}

/** Normalizes the separators of a date: any dash, spaces around a separator, and a stop at the end. `03 − 02 − 2025.` → `03-02-2025` */
export function normalizeDateText(text: string): string {
  return text
    .trim()
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replace(/(\d)\s*([-/.])\s*(?=\d)/g, '$1$2')
    .replace(/(\d)[.,;]+$/, '$1')
}

interface Day {
  year: number
  month: number
  day: number
  century: boolean
}

/** Parses a date without checking the calendar. Returns `YYYY-MM-DD` as text if the reading is only a suggestion; `null` if unreadable. */
function parseDay(text: string, { order = 'dmy', base }: DateFormatHints): Day | string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text)
  if (iso !== null) return completeDay(iso[1], Number(iso[2]), iso[3])
  const numeric = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d\d)$/.exec(text)
  if (numeric !== null) {
    const [, first, , second, year] = numeric
    const read = order === 'dmy' ? completeDay(year, Number(second), first) : completeDay(year, Number(first), second)
    if (read.month <= 12) return read
    return toIsoDate(read.year, read.day, read.month)
  }
  return parseNamedDay(text) ?? parseBareDigits(text, base)
}

/** Parses a date with a month name: «3 de abril de 2025», «3-abr-25», «3 abr. 2025», «abril 3 de 2025», «Apr 3, 2025», «1.º de mayo del 2025». */
function parseNamedDay(text: string): Day | null {
  const dayFirst =
    /^(\d{1,2}|primero)(?:\.?[º°o])?(?:\s+de\s+|[\s/.-]+)([a-z]+)\.?(?:\s+del?\s+|\s+de\s+el\s+|[\s,/.-]+)(\d{4}|\d\d)$/i
  const monthFirst = /^([a-z]+)\.?[\s/-]+(\d{1,2}|primero)(?:\.?[º°o])?(?:\s+del?\s+|[\s,/-]+)(\d{4}|\d\d)$/i
  const first = dayFirst.exec(text)
  const [day, name, year] = first === null ? [] : [first[1], first[2], first[3]]
  const second = first === null ? monthFirst.exec(text) : null
  const month = parseMonth(name ?? second?.[1] ?? '')
  if (month === 0) return null
  return completeDay(
    year ?? second?.[3],
    month,
    (day ?? second?.[2])?.toLowerCase() === 'primero' ? '1' : (day ?? second?.[2]),
  )
}

/** Returns the month (1 to 12) for a name in Spanish or English, or for at least three of its letters. Returns 0 for other words. */
function parseMonth(name: string): number {
  const folded = toComparisonKey(name).replace(/^set/, 'sept')
  if (folded.length < 3) return 0
  const isMeant = (month: string) => month.startsWith(folded)
  return monthNames.findIndex(isMeant) + 1 || englishMonths.findIndex(isMeant) + 1
}

function completeDay(year = '', month: number, day = ''): Day {
  const short = year.length === 2
  const century = Number(year) < 30 ? 2000 : 1900
  return { year: Number(year) + (short ? century : 0), month, day: Number(day), century: short }
}

/** Parses digits without separators: a date such as `20250403`, or a serial number of a spreadsheet such as `45750`. */
function parseBareDigits(text: string, base: 1900 | 1904 | undefined): string | null {
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(text)
  if (compact !== null) return toIsoDate(Number(compact[1]), Number(compact[2]), Number(compact[3]))
  return /^\d{4,5}([.,]\d+)?$/.test(text) ? serialToDate(Number.parseInt(text, 10), base) : null
}

function isMidnight([, hour, minute, second = '0', fraction = '0', half = '']: RegExpExecArray): boolean {
  const twelve = /^a/i.test(half) && hour === '12'
  return (twelve || Number(hour) === 0) && Number(minute) + Number(second) + Number(fraction) === 0
}

/** Detects the order of day and month in a numeric date: `25/04/2025` → `dmy`, `04/25/2025` → `mdy`. Returns `null` if both orders are possible. */
export function detectDateOrder(text: string): 'dmy' | 'mdy' | null {
  const parts = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d\d)(?=$|[\sT,])/.exec(normalizeDateText(text))
  if (parts === null) return null
  const first = Number(parts[1])
  const second = Number(parts[2])
  if (first > 12 && first <= 31 && second <= 12) return 'dmy'
  return second > 12 && second <= 31 && first <= 12 ? 'mdy' : null
}

/** Returns whether a date is still valid with day and month swapped: true for `2026-01-12`, false for `2026-01-13`. */
export const isDayMonthSwappable = (iso: string): boolean => Number(iso.slice(8, 10)) <= 12

/** Swaps day and month: `2026-01-12` → `2026-12-01`. */
export const swapDayAndMonth = (iso: string): string => `${iso.slice(0, 4)}-${iso.slice(8, 10)}-${iso.slice(5, 7)}`
