import { formatTimeOfDay, monthNames } from '../domain/time/date.ts'
import { formatCount } from './number-format.ts'

// Formats without `Intl`, because its first use would delay the first content of a page: 15 ms, four times that on a phone.

/** Parses a PocketBase timestamp, which has a space where ISO 8601 has a T. */
const parseTimestamp = (timestamp: string) => new Date(timestamp.replace(' ', 'T'))

const dayMs = 86_400_000

const padNumber = (value: number) => String(value).padStart(2, '0')

/** Formats the date of a stored timestamp in the browser's time zone: «3 de mar de 2026». */
export function formatDate(timestamp: string): string {
  if (!timestamp) return ''
  const moment = parseTimestamp(timestamp)
  const month = monthNames[moment.getMonth()] ?? ''
  return `${moment.getDate()} de ${month.slice(0, month === 'septiembre' ? 4 : 3)} de ${moment.getFullYear()}`
}

/** Formats the date of a stored timestamp without the year if it is the current one: «3 de mar», «3 de mar de 2025». */
export function formatDayOfYear(timestamp: string, now = new Date()): string {
  return formatDate(timestamp).replace(` de ${now.getFullYear()}`, '')
}

/** Formats a stored timestamp: «3/03/2026, 4:05 p. m.». */
export function formatDateTime(timestamp: string): string {
  if (!timestamp) return ''
  const moment = parseTimestamp(timestamp)
  return `${moment.getDate()}/${padNumber(moment.getMonth() + 1)}/${moment.getFullYear()}, ${formatTime(moment)}`
}

/** Adds a full stop to a sentence unless it ends with one, as in «3:15 a. m.». */
export const appendPeriod = (text: string) => (text.endsWith('.') ? text : `${text}.`)

/** Formats a time: «4:05 p. m.». */
export const formatTime = (moment: Date) => formatTimeOfDay(moment.getHours(), moment.getMinutes())

const relativeDayNames: Record<string, string> = { '-1': 'ayer', '0': 'hoy', '1': 'mañana' }

/** Formats a timestamp relative to today: «hoy, 3:15 a. m.», also «ayer» and «mañana»; otherwise date and time. */
export function formatRelativeDateTime(timestamp: string): string {
  const moment = parseTimestamp(timestamp)
  const days = Math.round((Date.parse(getToday(moment)) - Date.parse(getToday())) / dayMs)
  const near = relativeDayNames[String(days)]
  return near ? `${near}, ${formatTime(moment)}` : formatDateTime(timestamp)
}

/** Returns the current day in the browser's time zone as `YYYY-MM-DD`. */
export function getToday(now = new Date()): string {
  return `${now.getFullYear()}-${padNumber(now.getMonth() + 1)}-${padNumber(now.getDate())}`
}

/** Formats elapsed time: «hace 5 minutos»; after a week, the date. A later timestamp of the next week is «hace un momento», because the browser's clock may be slow. */
export function formatTimeAgo(timestamp: string): string {
  if (!timestamp) return ''
  const passed = Date.now() - parseTimestamp(timestamp).getTime()
  if (Math.abs(passed) > 7 * dayMs) return formatDate(timestamp)
  const days = Math.round(passed / dayMs)
  if (passed >= dayMs) return ['', 'ayer', 'anteayer'][days] ?? `hace ${days} días`
  const hours = Math.round(passed / 3_600_000)
  if (passed >= 3_600_000) return `hace ${formatCount(hours, 'hora', 'horas')}`
  const minutes = Math.round(passed / 60_000)
  return minutes > 0 ? `hace ${formatCount(minutes, 'minuto', 'minutos')}` : 'hace un momento'
}
