/** Controls, marks that turn the direction of what follows, and the private use, which every font shows as it likes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unwritable = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff]/
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g
const surrogates = /[\ud800-\udfff]/

/** False for what no document can hold or nobody can see: NUL among others, and halves of surrogate pairs. */
export function isWritable(text: string): boolean {
  return !unwritable.test(text) && (!surrogates.test(text) || hasWholePairs(text))
}

/** As `isWritable` for a text whose direction marks will be removed: numbers copied from other programs bring them along. */
export function isTypable(text: string): boolean {
  return isWritable(text) || isWritable(text.replace(directionMarks, ''))
}

/** Whether every surrogate has its other half; the last two planes are private use. */
function hasWholePairs(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xd800 || unit > 0xdfff) continue
    const next = text.charCodeAt(i + 1)
    if (unit >= 0xdb80 || !(next >= 0xdc00 && next <= 0xdfff)) return false
    i++
  }
  return true
}

/** A text without what is not writable. */
export function writable(text: string): string {
  return isWritable(text) ? text : Array.from(text).filter(isWritable).join('')
}

/** Where in a value the first text stands that is not writable, as `items.0.cargo`; undefined where all are. Keys are texts as well. */
export function unwritableIn(value: unknown): string | undefined {
  if (typeof value === 'string') return isWritable(value) ? undefined : ''
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    if (!isWritable(key)) return '*'
    const inside = unwritableIn(part)
    if (inside !== undefined) return inside ? `${key}.${inside}` : key
  }
  return undefined
}

const excelErrorNames =
  'REF|VALUE|VALOR|NAME|NOMBRE|DIV/0|NUM|NULL|NULO|SPILL|DESBORDAMIENTO|CALC|CÁLCULO|FIELD|CAMPO|BLOCKED|BLOQUEADO|CONNECT|CONECTAR|UNKNOWN|DESCONOCIDO'
const excelErrorPattern = new RegExp(`^(#N/[AD]|#[¡¿]?(${excelErrorNames})[!?]|#{3,}|Err:\\d{3})$`, 'i')

/** Text of a formula without a value, so that its cell does not count as empty. */
export const uncalculated = '#¡SIN CALCULAR!'

/** Recognizes what a sheet shows, in English or Spanish, if a formula failed or a column is too narrow for its number. */
export function excelErrorIn(text: string): 'excelError' | 'formula' | undefined {
  if (text.length >= 30 || !(text.includes('#') || text.includes(':'))) return undefined
  const trimmed = text.trim()
  if (trimmed === uncalculated) return 'formula'
  return excelErrorPattern.test(trimmed) ? 'excelError' : undefined
}
