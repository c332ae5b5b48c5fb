const numbers = /\b([a-z]{2,4})-(\d{4})-(\d{1,6})\b/g
const thousands = /\b\d{1,3}(?:[.,]\d{3})+\b/g

/** Begins the words that only the server looks for; it is no part of what anybody writes. */
export const keyMark = '\ue000'

/** The words that are looked for: `SOL-2026-000123` is one, `1.020.304.050` too, and case does not matter. */
export function wordsOf(search: string): string[] {
  return search
    .normalize('NFC')
    .toLowerCase()
    .replace(numbers, '$1$2$3')
    .replace(thousands, (number) => number.replace(/\D/g, ''))
    .split(/[^0-9a-z\u00aa-\udfff\uf900-\uffff]+/)
    .filter((word) => word !== '')
    .slice(0, 10)
}
