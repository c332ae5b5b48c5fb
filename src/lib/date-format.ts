const locale = 'es-CO'

/** Creates a formatter on first use, because loading its data would delay the first content of a page. */
function createLazily<Formatter>(create: () => Formatter): () => Formatter {
  let formatter: Formatter | undefined
  return () => {
    formatter ??= create()
    return formatter
  }
}

const getDateFormatter = createLazily(
  () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
)
const getDateTimeFormatter = createLazily(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
)
const getTimeFormatter = createLazily(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const getRelativeFormatter = createLazily(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' }))

/** Parses a PocketBase timestamp, which has a space where ISO 8601 has a T. */
const parseTimestamp = (timestamp: string) => new Date(timestamp.replace(' ', 'T'))

/** Formats the date of a stored timestamp in the browser's time zone: «3 mar 2026». */
export const formatDate = (timestamp: string) => (timestamp ? getDateFormatter().format(parseTimestamp(timestamp)) : '')

/** Formats a stored timestamp: «3 mar 2026, 4:05 p. m.». Non-breaking spaces prevent a line break before «p. m.». */
export const formatDateTime = (timestamp: string) =>
  timestamp ? replaceWithNbsp(getDateTimeFormatter().format(parseTimestamp(timestamp))) : ''

const replaceWithNbsp = (text: string) => text.replace(/\s(?=[ap]\.)|(?<=[ap]\.)\s/g, '\u00a0')

/** Adds a full stop to a sentence unless it ends with one, as in «3:15 a. m.». */
export const appendPeriod = (text: string) => (text.endsWith('.') ? text : `${text}.`)

/** Formats a time: «4:05 p. m.». */
export const formatTime = (moment: Date) => replaceWithNbsp(getTimeFormatter().format(moment))

const relativeDayNames: Record<string, string> = { '-1': 'ayer', '0': 'hoy', '1': 'mañana' }

/** Formats a timestamp relative to today: «hoy, 3:15 a. m.», also «ayer» and «mañana»; otherwise date and time. */
export function formatRelativeDateTime(timestamp: string): string {
  const moment = parseTimestamp(timestamp)
  const days = Math.round((Date.parse(getToday(moment)) - Date.parse(getToday())) / 86_400_000)
  const near = relativeDayNames[String(days)]
  return near ? `${near}, ${formatTime(moment)}` : formatDateTime(timestamp)
}

/** Returns the current day in the browser's time zone as `YYYY-MM-DD`. */
export function getToday(now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Formats elapsed time: «hace 5 minutos»; after a week, the date. */
export function formatTimeAgo(timestamp: string): string {
  if (!timestamp) return ''
  const passed = parseTimestamp(timestamp).getTime() - Date.now()
  if (Math.abs(passed) > 7 * 86_400_000) return formatDate(timestamp)
  const [unit, size] = units.find(([, size]) => Math.abs(passed) >= size) ?? ['minute', 60_000]
  const count = Math.round(passed / size)
  return unit === 'minute' && count === 0 ? 'hace un momento' : getRelativeFormatter().format(count, unit)
}
