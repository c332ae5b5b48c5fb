import { type ErrorCode, errors, sentenceWith } from '../domain/errors.ts'
import { sentenceOf } from '../domain/text/sentence.ts'
import { durationOf } from '../domain/time/duration.ts'
import { isRefusal, type Refusal } from './refusal.ts'

/** Returns the server's error code, or `null` if the response has none. */
export function codeOf(error: unknown): ErrorCode | null {
  if (!isRefusal(error)) return null
  const code = error.response.data?.code?.code
  return code !== undefined && code in errors ? (code as ErrorCode) : null
}

export function messageOf(error: unknown): string {
  if (!isRefusal(error)) return errors.unknown
  const code = codeOf(error)
  if (code) return sentenceWith(code, detailsOf(error))
  if (error.status === 0) return errors.offline
  if (error.status === 429) return errors['rate.limit']
  if (error.status === 401) return errors['session.ended']
  if (error.status === 403) return errors.forbidden
  if (error.status === 404) return errors.notFound
  if (error.status === 413) return errors.tooLarge
  return Object.keys(fieldErrorsOf(error)).length > 0 ? errors['request.values'] : errors.unknown
}

/** Returns the values for the placeholders of a message. The response has them beside the code. */
function detailsOf(error: Refusal): Record<string, unknown> {
  const data = error.response.data ?? {}
  const named = Object.fromEntries(Object.entries(data).map(([name, refusal]) => [name, refusal?.code]))
  return { ...named, wait: durationOf(Number(named.wait)) }
}

/** Returns the error messages by field name, for fields that the server rejected. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!isRefusal(error)) return {}
  return Object.fromEntries(
    Object.entries(error.response.data ?? {})
      .filter(([field, refusal]) => field !== 'code' && refusal?.code)
      .map(([field, refusal]) => [field, sentenceOf(refusal?.code ?? '')]),
  )
}
