/** Characters of the fonts Symbol and Wingdings that are common in documents, by private-use code point. */
const symbols: Record<string, string> = {
  '\uf0b7': '•',
  '\uf0a7': '■',
  '\uf0d8': '•',
  '\uf076': '•',
  '\uf06f': '☐',
  '\uf0a8': '☐',
  '\uf071': '☐',
  '\uf0fe': '☒',
  '\uf078': '☒',
  '\uf0fd': '☒',
  '\uf052': '☑',
  '\uf0fc': '✓',
  '\uf0e0': '→',
  '\uf0b0': '°',
}

/** Returns the character of a symbol font; `null` if it is unknown. `code`: hexadecimal code, e.g. `F0FE`. */
export function getSymbol(code: string): string | null {
  const number = Number.parseInt(code, 16)
  if (!(number > 0 && number <= 0xffff)) return null
  return symbols[String.fromCharCode(number < 0xf000 ? number + 0xf000 : number)] ?? null
}

export function replaceSymbols(text: string): string {
  return text.replace(/[\uf000-\uf0ff]/g, (character) => symbols[character] ?? character)
}
