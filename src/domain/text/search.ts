const numbers = /\b([a-z]{2,4})-(\d{4})-(\d{1,6})\b/g
const thousands = /\b\d{1,3}(?:[.,]\d{3})+\b/g

// Separators: all characters except letters and digits. Listed as ranges, because the server's JavaScript engine does not support `\p{L}`.
const between = /[^0-9a-zªµº\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufd3d]+/

/**
 * Splits a search text into at most ten lowercase tokens: `SOL-2026-000123` → `sol2026000123`, `1.020.304.050` →
 * `1020304050`.
 */
export function tokenizeSearch(search: string): string[] {
  return search
    .normalize('NFC')
    .toLowerCase()
    .replace(numbers, '$1$2$3')
    .replace(thousands, (number) => number.replace(/\D/g, ''))
    .split(between)
    .filter((word) => word !== '')
    .slice(0, 10)
}
