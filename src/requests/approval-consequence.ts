import type { RouteStepState } from '../domain/requests/request-route.ts'

/**
 * Returns a sentence about the effect of approving the current stage: a further stage, or the document. If `steps` is
 * missing, mentions both effects.
 */
export function describeApprovalEffect(steps: readonly RouteStepState[] | undefined): string {
  const current = steps?.find(({ state }) => state === 'current')
  if (!current) return 'Pasa al paso siguiente. Si era el último, se genera el documento numerado.'
  const next = steps?.find(({ state }) => state === 'waiting')
  const consequence = next ? `pasa al paso «${next.name}»` : 'se genera el documento numerado'
  if (current.all && current.people.length > 1)
    return `Cuando la aprueben todas las personas de este paso, ${consequence}.`
  return next
    ? `Después ${consequence}.`
    : 'Es el último paso: se genera el documento numerado y queda disponible para el solicitante.'
}
