import type { Event } from './event.ts'

/** What somebody did as it is told where it was at a step of a route, in another's place, or by a program: «aprobó el paso «Compras», en lugar de Ana Ruiz». */
export const didIn = (event: Pick<Event, 'action' | 'to' | 'details'>, said: string) =>
  `${didAtStep(event, said)}${withKey(event)}`

/** A program did it, for him. */
const withKey = ({ details }: Pick<Event, 'details'>) =>
  typeof details?.key === 'string' ? ` con la clave «${details.key}»` : ''

function didAtStep({ action, to, details }: Pick<Event, 'action' | 'to' | 'details'>, said: string): string {
  if (typeof details?.step !== 'string') return said
  const name = `«${details.step}»`
  const did = action === 'approve' && to !== 'approved' ? `aprobó el paso ${name}` : `${said} en el paso ${name}`
  const others = Array.isArray(details.inPlaceOf) ? details.inPlaceOf.join(' y ') : ''
  if (details.vacant) return `${did}, como administrador`
  return others ? `${did}, en lugar de ${others}` : did
}
