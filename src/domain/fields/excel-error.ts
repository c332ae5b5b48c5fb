const names =
  'REF|VALUE|VALOR|NAME|NOMBRE|DIV/0|NUM|NULL|NULO|SPILL|DESBORDAMIENTO|CALC|CÁLCULO|FIELD|CAMPO|BLOCKED|BLOQUEADO|CONNECT|CONECTAR|UNKNOWN|DESCONOCIDO'
const shown = new RegExp(`^(#N/[AD]|#[¡¿]?(${names})[!?]|#{3,}|Err:\\d{3})$`, 'i')

/** What a sheet shows, in English or Spanish, where a formula failed or a column is too narrow to show its number. */
export function isExcelError(text: string): boolean {
  return /^\s*[#E]/i.test(text) && text.length < 30 && shown.test(text.trim())
}
