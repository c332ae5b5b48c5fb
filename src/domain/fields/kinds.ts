import { boolean } from './boolean.ts'
import { choice, choices } from './choice.ts'
import { computed } from './computed.ts'
import { date } from './date.ts'
import { email } from './email.ts'
import type { FieldType } from './field-types.ts'
import { file } from './file.ts'
import { idDocument } from './id-document.ts'
import type { FieldKind } from './kind.ts'
import { number } from './number.ts'
import { phone } from './phone.ts'
import { table } from './table.ts'
import { text } from './text.ts'

export const kinds: Readonly<Record<FieldType, FieldKind>> = {
  text,
  longText: text,
  integer: number,
  decimal: number,
  money: number,
  percent: number,
  date,
  boolean,
  choice,
  choices,
  idDocument,
  email,
  phone,
  file,
  table,
  computed,
}
