/** «40 segundos», «1 minuto», «12 minutos»: how long to wait, never less than it takes. */
export function durationOf(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`
  const minutes = Math.ceil(seconds / 60)
  return `${minutes} minutos`
}
