/** Parses `Nombre <correo@ejemplo.com>`, also with a quoted name, or a bare address. */
export function parseSender(text: string): { name: string; address: string } {
  const [, name = '', address] = text.match(/^\s*([^<]*?)\s*<([^<>]+)>\s*$/) ?? []
  if (!address) return { name: '', address: text.trim() }
  const quoted = name.match(/^"(.*)"$/)?.[1]
  return { name: quoted?.replace(/\\(.)/g, '$1') ?? name, address: address.trim() }
}

/** Encodes the name of a mailbox. A name with a comma is encoded, because parsers would read two mailboxes (RFC 5322). */
export const encodeMailboxName = (name: string) =>
  /^[\w !#$%&'*+/?^`{|}~-]{0,60}$/.test(name) ? name : encodeWords(name)

/** Encodes the text of a header: plain ASCII unchanged, otherwise as encoded words. */
export const encodeHeader = (text: string) => (/^[\w !#$%&'*+./?^`{|}~-]{0,60}$/.test(text) ? text : encodeWords(text))

/** Encodes a text as encoded words of at most 75 characters, one on each line (RFC 2047). */
function encodeWords(text: string): string {
  const words: string[] = []
  let current = ''
  for (const character of text) {
    const encoded =
      character === ' '
        ? '_'
        : /^[a-zA-Z0-9]$/.test(character)
          ? character
          : toUtf8(character).map(toHexEscape).join('')
    if (current.length + encoded.length > 60) {
      words.push(current)
      current = ''
    }
    current += encoded
  }
  return [...words, current].map((word) => `=?UTF-8?Q?${word}?=`).join('\r\n ')
}

export function toUtf8(character: string): number[] {
  const code = character.codePointAt(0) ?? 0
  // A lone surrogate is no character and is replaced by U+FFFD.
  const escapes = encodeURIComponent(code >= 0xd800 && code <= 0xdfff ? '\ufffd' : character)
  return [...escapes.matchAll(/%([0-9A-F]{2})|(.)/g)].map(([, byte, plain]) =>
    byte ? Number.parseInt(byte, 16) : (plain ?? '').charCodeAt(0),
  )
}

export function toHexEscape(byte: number): string {
  return `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
