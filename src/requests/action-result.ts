import { commonErrorMessages } from '../domain/common-errors.ts'
import type { Request } from '../domain/requests/request.ts'
import { isReasonRequired, type RequestAction } from '../domain/requests/request-transitions.ts'
import type { User } from '../domain/users/user.ts'
import { formatCount, formatNumber } from '../lib/number-format.ts'
import type { ActionResult } from './actions.ts'

/** Spanish participles of the actions, singular and plural. */
const resultLabels = {
  submit: ['enviada', 'enviadas'],
  approve: ['aprobada', 'aprobadas'],
  return: ['devuelta', 'devueltas'],
  reject: ['rechazada', 'rechazadas'],
  reopen: ['reabierta', 'reabiertas'],
  cancel: ['anulada', 'anuladas'],
  regenerate: ['con documento nuevo', 'con documento nuevo'],
  issue: ['con documento definitivo', 'con documento definitivo'],
  annul: ['con documento anulado', 'con documento anulado'],
} as const satisfies Record<RequestAction, readonly [string, string]>

export const formatRequestCount = (count: number) => formatCount(count, 'solicitud', 'solicitudes')

/**
 * Formats a result: «12 solicitudes aprobadas. 3 quedaron como estaban: 2 porque …; 1 porque ….» With `isAtStep`, adds
 * «por usted» to approvals, because further stages may follow.
 */
export function formatActionResult(
  action: RequestAction,
  { changed, skipped }: ActionResult,
  isAtStep = false,
): string {
  const [one, many] = resultLabels[action]
  const isOfSteps = action === 'approve' && isAtStep
  const first =
    changed.length === 0
      ? 'Ninguna solicitud cambió.'
      : `${formatRequestCount(changed.length)} ${changed.length === 1 ? one : many}${isOfSteps ? ' por usted. Si falta otro paso, pasan a él' : ''}.`
  if (skipped.length === 0) return first
  const causes = new Map<string, number>()
  for (const { message } of skipped) causes.set(message, (causes.get(message) ?? 0) + 1)
  const left = skipped.length === 1 ? '1 quedó como estaba' : `${formatNumber(skipped.length)} quedaron como estaban`
  const causeTexts = [...causes]
    .sort((a, b) => b[1] - a[1])
    .map(([message, count]) => formatSkipCause(message, count, causes.size === 1))
  return `${first} ${left}: ${causeTexts.join('; ')}.`
}

/** Formats a short result: «30 aprobadas». With `isAtStep`, adds «por usted», because further stages may follow. */
export const formatShortResult = (action: RequestAction, count: number, isAtStep = false) =>
  `${formatNumber(count)} ${resultLabels[action][count === 1 ? 0 : 1]}${isAtStep ? ' por usted' : ''}`

export function formatUndoResult({ changed, skipped }: ActionResult): string {
  const first = `Deshecho: ${formatRequestCount(changed.length)} ${changed.length === 1 ? 'está' : 'están'} como antes.`
  if (!skipped.length) return first
  return `${first} ${skipped.length === 1 ? '1 cambió' : `${formatNumber(skipped.length)} cambiaron`} después y ${skipped.length === 1 ? 'queda como está' : 'quedan como están'}.`
}

function formatSkipCause(message: string, count: number, only: boolean): string {
  const sentence = message.replace(/\.$/, '').split('. ')[0] ?? ''
  const clause = sentence.charAt(0).toLowerCase() + sentence.slice(1)
  return only ? clause : `${formatNumber(count)} porque ${clause}`
}

/** Returns `warning` if any request was skipped or none changed. */
export const getResultTone = ({ changed, skipped }: ActionResult): 'warning' | 'success' =>
  skipped.length > 0 || changed.length === 0 ? 'warning' : 'success'

/**
 * Formats the result for a single request: «Solicitud devuelta.», or the reason why it did not change. `document`:
 * current state of its document.
 */
export function formatSingleResult(
  action: RequestAction,
  { changed, skipped }: ActionResult,
  document: Request['documentStatus'] = 'pending',
): string {
  if (changed.length === 0) return skipped[0]?.message ?? commonErrorMessages.unknown
  const sentence = documentMessages[action] ?? `Solicitud ${resultLabels[action][0]}.`
  if (typeof sentence === 'string') return sentence
  return document === 'ready' || document === 'failed' ? sentence[document] : sentence.pending
}

const documentFailedMessage = 'El documento no se pudo generar.'
const documentMessages: Partial<Record<RequestAction, string | Record<'pending' | 'ready' | 'failed', string>>> = {
  regenerate: {
    pending: 'Se está generando un documento nuevo.',
    ready: 'El documento nuevo está listo.',
    failed: documentFailedMessage,
  },
  issue: {
    pending: 'El documento es definitivo y se está generando sin la marca.',
    ready: 'El documento es definitivo y ya no lleva la marca.',
    failed: documentFailedMessage,
  },
  annul: 'Documento anulado.',
}

/** Returns whether a reason for an action is required, optional or not possible. */
export function getReasonRequirement(
  action: RequestAction,
  asker: User,
  owner: string,
): 'none' | 'optional' | 'required' {
  // Sets `decides`, because actions are only offered to users who may run them.
  if (isReasonRequired(action, { ...asker, decides: true }, owner)) return 'required'
  return action === 'issue' ? 'optional' : 'none'
}

export function formatConfirmationQuestion(action: RequestAction, count: number, name?: string): string {
  const verbs = {
    submit: 'Enviar',
    approve: 'Aprobar',
    return: 'Devolver',
    reject: 'Rechazar',
    reopen: 'Reabrir',
    cancel: 'Anular',
    regenerate: 'Generar de nuevo el documento de',
    issue: 'Emitir como definitivo el documento de',
    annul: 'Anular el documento de',
  } as const satisfies Record<RequestAction, string>
  return `¿${verbs[action]} ${count === 1 && name ? name : formatRequestCount(count)}?`
}
