import { splitIsoDate } from '../../domain/time/calendar.ts'
import { monthNames } from '../../domain/time/date.ts'
import { getPositiveSection } from './number-formatting.ts'

const dayNames = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']
const tokens = /"([^"]*)"|\\(.)|\[[^\]]*\]|[_*].|(AM\/PM|A\/P|y+|m+|d+|h+|s+(?:\.0+)?|@|General)|([^;])/gi

const two = (n: number): string => String(n).padStart(2, '0')

/** Formats a date by a number format as Excel in Spanish displays it; `iso` is empty for a time without a date. */
export function formatExcelDate(code: string, iso: string, time: string): string {
  const first = getPositiveSection(code)
  const found = [...first.matchAll(tokens)]
  const { year, month, day } = splitIsoDate(iso || '1900-01-00')
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const half = /AM\/PM|A\/P/i.test(first)
  const weekday = iso ? new Date(`${iso}T00:00:00Z`).getUTCDay() : 6
  const write = (token: string, index: number): string => {
    const size = token.length
    const hour = half ? hours % 12 || 12 : hours
    switch (token[0]?.toLowerCase()) {
      case 'y':
        return size > 2 ? String(year).padStart(4, '0') : two(year % 100)
      case 'm':
        if (isMinutes(found, index)) return size > 1 ? two(minutes) : String(minutes)
        return monthText(month, size)
      case 'd':
        if (size > 2) return size > 3 ? (dayNames[weekday] ?? '') : (dayNames[weekday] ?? '').slice(0, 3)
        return size > 1 ? two(day) : String(day)
      case 'h':
        return size > 1 ? two(hour) : String(hour)
      case 's':
        return size > 1 ? two(seconds) : String(seconds)
      case 'a':
        return hours < 12 ? 'a. m.' : 'p. m.'
      default:
        return ''
    }
  }
  const text = found.map(([, quoted, escaped, token, other], index) =>
    token ? write(token, index) : (quoted ?? escaped ?? other ?? ''),
  )
  return text.join('').trim()
}

function monthText(month: number, size: number): string {
  if (size > 2) return size === 3 ? (monthNames[month - 1] ?? '').slice(0, 3) : (monthNames[month - 1] ?? '')
  return size > 1 ? two(month) : String(month)
}

/** Returns whether `m` means minutes: after hours or before seconds. Otherwise `m` means months. */
function isMinutes(found: RegExpMatchArray[], index: number): boolean {
  const near = (step: 1 | -1): string => {
    for (let i = index + step; i >= 0 && i < found.length; i += step) {
      const token = found[i]?.[3]
      if (token) return token[0]?.toLowerCase() ?? ''
    }
    return ''
  }
  return near(-1) === 'h' || near(1) === 's'
}
