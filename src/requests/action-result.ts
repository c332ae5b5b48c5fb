import { errorMessages } from '../domain/errors.ts'
import { type RequestAction, requestActions } from '../domain/requests/actions.ts'
import type { Request } from '../domain/requests/request-output.ts'
import { capitalize } from '../domain/text/text.ts'
import { formatCount, formatNumber } from '../lib/number-format.ts'
import type { ActionResult } from './actions.ts'

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
  const [one, many] = requestActions[action].texts.done
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
  `${formatNumber(count)} ${requestActions[action].texts.done[count === 1 ? 0 : 1]}${isAtStep ? ' por usted' : ''}`

/** Returns the past tense of a decision as the start of a sentence: «Aprobó». */
export function getPastVerb(action: RequestAction): string {
  const { past = '' } = requestActions[action].texts
  return capitalize(past)
}

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
export function formatSingleActionResult(
  action: RequestAction,
  { changed, skipped }: ActionResult,
  document: Request['documentStatus'] = 'pending',
): string {
  if (changed.length === 0) return skipped[0]?.message ?? errorMessages.unknown
  const { done, result = `Solicitud ${done[0]}.` } = requestActions[action].texts
  if (typeof result === 'string') return result
  return document === 'ready' || document === 'failed' ? result[document] : result.pending
}
