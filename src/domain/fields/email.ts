import { tidy } from '../text/text.ts'
import type { FieldKind, Reading } from './kind.ts'

const local = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const address = new RegExp(`^${local}@(${label}\\.)+[a-z]{2,63}$`, 'i')

/** `mailto:ana@empresa.co?subject=Hola`, as links to an address are copied. */
const link = /^<?mailto:\s*([^?>]*).*$/i

/** The domain in lower case, which is the same address; the name before the @ as it was written. */
function emailOf(value: unknown): Reading {
  if (typeof value !== 'string' || value.length > 400) return { error: 'email' }
  const text = tidy(value).replace(link, '$1')
  const at = text.lastIndexOf('@')
  if (text.length > 254 || at > 64 || !address.test(text)) return { error: 'email' }
  return { value: text.slice(0, at) + text.slice(at).toLowerCase() }
}

export const email: FieldKind = {
  judge: () => emailOf,
  reader: () => emailOf,
  print: (_field, value) => String(value),
}
