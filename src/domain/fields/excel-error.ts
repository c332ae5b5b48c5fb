const names =
  'REF|VALUE|VALOR|NAME|NOMBRE|DIV/0|NUM|NULL|NULO|SPILL|DESBORDAMIENTO|CALC|CÁLCULO|FIELD|CAMPO|BLOCKED|BLOQUEADO|CONNECT|CONECTAR|UNKNOWN|DESCONOCIDO'
const shown = new RegExp(`^(#N/[AD]|#[¡¿]?(${names})[!?]|#{3,}|Err:\\d{3})$`, 'i')

/** What a sheet shows, in English or Spanish, where a formula failed or a column is too narrow to show its number. */
export function isExcelError(text: string): boolean {
  return text.length < 30 && (text.includes('#') || text.includes(':')) && shown.test(text.trim())
}
