const locale = 'es-CO'
const dayForm = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const momentForm = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' })

/** Parses a PocketBase timestamp, which has a space where ISO 8601 has a T. */
const parse = (timestamp: string) => new Date(timestamp.replace(' ', 'T'))

/** Formats the date of a stored timestamp in the browser's time zone: «3 mar 2026». */
export const dayOf = (timestamp: string) => (timestamp ? dayForm.format(parse(timestamp)) : '')

/** Formats a stored timestamp: «3 mar 2026, 4:05 p. m.». Non-breaking spaces prevent a line break before «p. m.». */
export const momentOf = (timestamp: string) => (timestamp ? unbroken(momentForm.format(parse(timestamp))) : '')

const unbroken = (text: string) => text.replace(/\s(?=[ap]\.)|(?<=[ap]\.)\s/g, '\u00a0')

/** Adds a full stop to a sentence unless it ends with one, as in «3:15 a. m.». */
export const ended = (text: string) => (text.endsWith('.') ? text : `${text}.`)

const clockForm = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
/** Formats a time: «4:05 p. m.». */
export const clockOf = (moment: Date) => unbroken(clockForm.format(moment))

const nearDays: Record<string, string> = { '-1': 'ayer', '0': 'hoy', '1': 'mañana' }

/** Formats a timestamp relative to today: «hoy, 3:15 a. m.», also «ayer» and «mañana»; otherwise date and time. */
export function momentNear(timestamp: string, now = new Date()): string {
  const moment = parse(timestamp)
  const days = Math.round((Date.parse(today(moment)) - Date.parse(today(now))) / 86_400_000)
  const near = nearDays[String(days)]
  return near ? `${near}, ${clockOf(moment)}` : momentOf(timestamp)
}

/** Returns the current day in the browser's time zone as `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Formats elapsed time: «hace 5 minutos»; after a week, the date. */
export function agoOf(timestamp: string, now = Date.now()): string {
  if (!timestamp) return ''
  const passed = parse(timestamp).getTime() - now
  if (Math.abs(passed) > 7 * 86_400_000) return dayOf(timestamp)
  const [unit, size] = units.find(([, size]) => Math.abs(passed) >= size) ?? ['minute', 60_000]
  const count = Math.round(passed / size)
  return unit === 'minute' && count === 0 ? 'hace un momento' : relative.format(count, unit)
}
