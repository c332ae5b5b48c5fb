import type { ErrorCode } from '../src/domain/errors.ts'
import { bodyOf } from './input.ts'
import { refuse } from './refusal.ts'

/** The second lock of a collection's rules: these fields are the server's, also as `field+` or `-field`. */
export function refuseFields(e: core.RecordRequestEvent, fields: readonly string[], code: ErrorCode) {
  for (const key of Object.keys(bodyOf(e))) {
    const name = key.replace(/^[+-]|[+-]$/g, '')
    if (fields.includes(name)) throw refuse(code, 400, { [name]: code })
  }
}
