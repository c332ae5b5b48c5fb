/** Formats a duration in seconds, rounded up: «40 segundos», «1 minuto», «12 minutos». */
export function formatDuration(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`
  const minutes = Math.ceil(seconds / 60)
  return `${minutes} minutos`
}
