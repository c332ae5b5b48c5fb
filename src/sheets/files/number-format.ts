/** Number format of a workbook, reduced to the properties that affect how cells are read. */
export interface NumberFormat {
  code: string
  kind: 'date' | 'percent' | 'zeros' | 'other'
  /** Width of a zero-padded format such as `0000000000`; otherwise 0. */
  zeros: number
}

const builtin: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'dd/mm/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd/mm/yyyy h:mm',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  45: 'mm:ss',
  47: 'mm:ss.0',
}

/** Returns the code of a built-in format, because files contain only its number. East Asian date formats count as dates. */
export function getBuiltinFormatCode(id: number): string {
  if ((id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'dd/mm/yyyy'
  return builtin[id] ?? 'General'
}

export function parseNumberFormat(code: string): NumberFormat {
  const bare = withoutDecoration(getPositiveSection(code))
  if (/^0{2,}$/.test(bare)) return { code, kind: 'zeros', zeros: bare.length }
  if (bare.includes('%')) return { code, kind: 'percent', zeros: 0 }
  const isDate = /[dmyhs]/i.test(bare.replace(/general/i, '')) && !/\[(h+|m+|s+)\]/i.test(code)
  return { code, kind: isDate ? 'date' : 'other', zeros: 0 }
}

/** Returns the first section of a format code, which applies to positive numbers. Codes have up to four sections. */
export function getPositiveSection(code: string): string {
  return /^(?:"[^"]*"|\\.|[^;])*/.exec(code)?.[0] ?? ''
}

/** Removes colours, locales, conditions, quoted text, escapes and spacing from a format section. */
function withoutDecoration(section: string): string {
  return section.replace(/\[[^\]]*\]|"[^"]*"|\\.|[_*]./g, '').trim()
}
