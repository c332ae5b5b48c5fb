/** Formats a duration in seconds, rounded up: «40 segundos», «12 minutos», «24 horas», «7 días». */
export function formatDuration(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`
  const minutes = Math.ceil(seconds / 60)
  const hours = Math.ceil(minutes / 60)
  if (hours > 48) return `${Math.ceil(hours / 24)} días`
  return hours > 2 ? `${hours} horas` : `${minutes} minutos`
}
