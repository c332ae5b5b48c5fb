/** Formats a duration: «menos de un minuto», «25 min», «3 h 5 min», «2 días 4 h»; «—» for `null`. */
export function formatWaitingTime(seconds: number | null): string {
  if (seconds === null) return '—'
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return 'menos de un minuto'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return joinUnits(`${hours} h`, minutes % 60, 'min')
  const inHours = Math.round(minutes / 60)
  const days = Math.floor(inHours / 24)
  return joinUnits(days === 1 ? '1 día' : `${days} días`, inHours % 24, 'h')
}

const joinUnits = (large: string, small: number, unit: string) => (small ? `${large} ${small} ${unit}` : large)
