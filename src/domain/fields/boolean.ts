import { fold } from '../text/text.ts'
import type { FieldKind } from './kind.ts'

const yes = new Set(['si', 's', 'x', '1', 'verdadero', 'true'])
const no = new Set(['no', 'n', '0', 'falso', 'false'])

export const boolean: FieldKind = {
  judge: () => (value) => (typeof value === 'boolean' ? { value } : { error: 'boolean' }),
  reader: () => (text) => {
    const folded = fold(text)
    if (yes.has(folded)) return { value: true }
    return no.has(folded) ? { value: false } : { error: 'boolean' }
  },
  print: (_field, value) => (value === true ? 'Sí' : 'No'),
}
