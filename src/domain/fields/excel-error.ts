const names =
  'REF|VALUE|VALOR|NAME|NOMBRE|DIV/0|NUM|NULL|NULO|SPILL|DESBORDAMIENTO|CALC|CÁLCULO|FIELD|CAMPO|BLOCKED|BLOQUEADO|CONNECT|CONECTAR|UNKNOWN|DESCONOCIDO'
const shown = new RegExp(`^(#N/[AD]|#[¡¿]?(${names})[!?]|#{3,}|Err:\\d{3})$`, 'i')

/** Stands for a formula without a value, so that nobody takes it for an empty cell. */
export const uncalculated = '#¡SIN CALCULAR!'

/** What a sheet shows, in English or Spanish, where a formula failed or a column is too narrow to show its number. */
export function excelErrorIn(text: string): 'excelError' | 'formula' | undefined {
  if (text.length >= 30 || !(text.includes('#') || text.includes(':'))) return undefined
  const trimmed = text.trim()
  if (trimmed === uncalculated) return 'formula'
  return shown.test(trimmed) ? 'excelError' : undefined
}
