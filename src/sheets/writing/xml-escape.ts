/** Characters that XML 1.0 forbids: control characters and unpaired surrogates. */
const impossible = /[^\P{Cc}\t\n\r\u007f-\u009f]|\p{Cs}|[\ufffe\uffff]/gu

/** Escapes text between tags. Also escapes the underscore of a text like `_x0041_` as `_x005F_`, because Excel would decode it as a character. */
export function escapeXmlText(text: string): string {
  return text
    .replace(impossible, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\r/g, '_x000D_')
}

export function escapeXmlAttribute(text: string): string {
  return escapeXmlText(text).replace(/"/g, '&quot;').replace(/\n/g, '&#10;')
}
