/** Control characters and halves of surrogate pairs, for which XML has no room. */
const impossible = /[^\P{Cc}\t\n\r\u007f-\u009f]|\p{Cs}|[\ufffe\uffff]/gu

/** Text between tags; Excel would take `_x0041_` for an escape of its own, so its underscore is escaped. */
export function content(text: string): string {
  return text
    .replace(impossible, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\r/g, '_x000D_')
}

/** A text for between the quotes of an attribute. */
export function attribute(text: string): string {
  return content(text).replace(/"/g, '&quot;').replace(/\n/g, '&#10;')
}
