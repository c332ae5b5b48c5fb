import { phoneOf, printPhone } from '../text/phone.ts'
import { tidy } from '../text/text.ts'
import type { Context } from './field.ts'
import type { FieldKind, Reading } from './kind.ts'
import { isCutByExcel } from './number-text.ts'

function reading(value: unknown, context: Context): Reading {
  if (typeof value !== 'string') return { error: 'phone' }
  const text = tidy(value)
  if (isCutByExcel(text)) return { error: 'precision' }
  const phone = phoneOf(text, context.country)
  return phone === null ? { error: 'phone' } : { value: phone }
}

export const phone: FieldKind = {
  judge: (_field, context) => (value) => reading(value, context),
  reader: (_field, context) => (text) => reading(text, context),
  print: (_field, value) => printPhone(String(value)),
}
