import { requestActions } from '../requests/actions.ts'
import type { Event } from './event.ts'

/**
 * Returns the label of an action with its stage, the substituted approver, the confirmation of identity and the API key: «aprobó» → «aprobó el paso «Compras», en lugar de Ana
 * Ruiz».
 */
export const formatEventAction = (event: Pick<Event, 'action' | 'to' | 'details'>, label: string) =>
  `${formatActionAtStep(event, label)}${event.details?.identity === 'password' ? ', con su contraseña' : ''}${formatKeySuffix(event)}`

/** Returns a suffix with the name of the API key; empty if no API key was used. */
const formatKeySuffix = ({ details }: Pick<Event, 'details'>) =>
  typeof details?.key === 'string' ? ` con la clave «${details.key}»` : ''

/** Returns the label of an action with its stage and the substituted approver. */
export function formatActionAtStep(
  { action, to, details }: Pick<Event, 'action' | 'to' | 'details'>,
  label: string,
): string {
  if (typeof details?.step !== 'string') return label
  const name = `«${details.step}»`
  const passes = action === 'approve' && to !== requestActions.approve.to
  const did = passes ? `${requestActions.approve.texts.past} el paso ${name}` : `${label} en el paso ${name}`
  const others = Array.isArray(details.inPlaceOf) ? details.inPlaceOf.join(' y ') : ''
  if (details.vacant) return `${did}, como administrador`
  return others ? `${did}, en lugar de ${others}` : did
}
