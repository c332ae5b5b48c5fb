import { phoneOf } from '../src/domain/phone.ts'
import { refuse } from './refusal.ts'

/** The number as it is kept (E.164), or the refusal of its field. */
export function phoneIn(country: string, typed: string): string {
  if (!typed) return ''
  const phone = phoneOf(typed, country)
  if (!phone) throw refuse('invalid', 400, { phone: 'phone' })
  return phone
}
