/** Invalid characters: control characters, direction marks and private-use characters. Fonts display them differently or not at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern detects control characters
const forbidden = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff]/
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g
const surrogates = /[\ud800-\udfff]/

/** Returns whether all characters of a text are valid. Control characters such as NUL and unpaired surrogates are invalid. */
export function hasValidCharacters(text: string): boolean {
  return !forbidden.test(text) && (!surrogates.test(text) || hasPairedSurrogates(text))
}

/** Returns whether a text is valid without its direction marks. Numbers copied from other programs contain such marks. */
export function isValidTypedText(text: string): boolean {
  return hasValidCharacters(text) || hasValidCharacters(text.replace(directionMarks, ''))
}

/** Returns whether all surrogates are paired. Also returns false for characters of the last two planes, which are private use. */
function hasPairedSurrogates(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xd800 || unit > 0xdfff) continue
    const next = text.charCodeAt(i + 1)
    if (unit >= 0xdb80 || !(next >= 0xdc00 && next <= 0xdfff)) return false
    i++
  }
  return true
}

export function removeInvalidCharacters(text: string): string {
  return hasValidCharacters(text) ? text : Array.from(text).filter(hasValidCharacters).join('')
}

/**
 * Returns the path (`items.0.cargo`) of the first text with invalid characters; `undefined` if all texts are valid. If a key is invalid, returns `*`.
 */
export function findInvalidTextPath(value: unknown): string | undefined {
  if (typeof value === 'string') return hasValidCharacters(value) ? undefined : ''
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    if (!hasValidCharacters(key)) return '*'
    const inside = findInvalidTextPath(part)
    if (inside !== undefined) return inside ? `${key}.${inside}` : key
  }
  return undefined
}

/** Texts of failed formulas and too narrow columns, in any program and language: `#N/A`, `#¡CAMPO!`, `#ERROR!`, `####`, `Err:502`. */
const excelErrorNames =
  'REF|VALUE|VALOR|NAME|NOMBRE|DIV/0|NUM|NÚM|NULL|NULO|SPILL|DESBORDAMIENTO|CALC|CÁLCULO|FIELD|CAMPO|BLOCKED|BLOQUEADO|CONNECT|CONECTAR|UNKNOWN|DESCONOCIDO|ERROR|BUSY|OCUPADO|PYTHON|EXTERNAL|MACRO'
/** Names with an inverted mark are always errors, because only programs write them; other texts may begin with `#`. */
const excelErrorPattern = new RegExp(
  `^\\s*(#N/[AD]|#[¡¿][A-ZÁÉÍÓÚÑ\\d/_ ]{3,40}[!?]|#(${excelErrorNames})[!?]|#(GETTING|OBTENIENDO)_[A-Z]+|#{3,}|Err:\\d{3})\\s*$`,
  'i',
)
/** Texts of cells that were still being calculated: `Loading...`, `Cargando…`, «Retrieving data. Wait a few seconds …». */
const pendingCellPattern =
  /^\s*(?:(?:loading|calculating|cargando|calculando)(?: datos| data)?(?:\.{2,}|…)|(?:(?:retrieving|fetching) data|(?:recuperando|obteniendo) datos)[.…][^\n]{0,80})\s*$/i

/** Text read from a formula cell without a calculated value, so that the cell does not count as empty. */
export const uncalculatedFormulaText = '#¡SIN CALCULAR!'

/** Detects texts that a spreadsheet displays instead of a value, in English or Spanish. */
export function detectExcelError(text: string): 'excelError' | 'formula' | undefined {
  if (text.trim() === uncalculatedFormulaText) return 'formula'
  return excelErrorPattern.test(text) || pendingCellPattern.test(text) ? 'excelError' : undefined
}
