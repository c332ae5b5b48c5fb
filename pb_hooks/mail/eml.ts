import { encodeHeader, encodeMailboxName, toHexEscape, toUtf8 } from '../lib/mail-header.ts'

export interface MailMessage {
  from: { name: string; address: string }
  to: string[]
  subject: string
  text: string
  html: string
  /** Time in ms. */
  at: number
  /** Local part of the Message-ID, before the `@`. */
  id: string
}

const boundary = 'parte-de-este-correo'
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a mail as RFC 5322 source: text and HTML, quoted-printable, CRLF line ends. */
export function formatEml({ from, to, subject, text, html, at, id }: MailMessage): string {
  const head = [
    `Date: ${formatDate(at)}`,
    `Message-ID: <${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    `From: ${from.name ? `${encodeMailboxName(from.name)} ` : ''}<${from.address}>`,
    `To: ${to.map((address) => `<${address}>`).join(', ')}`,
    `Subject: ${encodeHeader(subject)}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
  ]
  const parts = [formatPart('text/plain', text), formatPart('text/html', html)]
  return `${[...head.map(removeLineBreaks), '', ...parts, `--${boundary}--`].join('\r\n')}\r\n`
}

function formatPart(type: string, content: string): string {
  const head = [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
  ]
  return [...head, quotedPrintable(content)].join('\r\n')
}

/** Removes line breaks, so that a name cannot add a header. */
function removeLineBreaks(header: string): string {
  return header.replace(/\r?\n(?! )/g, ' ')
}

function formatDate(at: number): string {
  const date = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':')
  const day = `${days[date.getUTCDay()]}, ${two(date.getUTCDate())} ${months[date.getUTCMonth()]}`
  return `${day} ${date.getUTCFullYear()} ${time} +0000`
}

function quotedPrintable(content: string): string {
  return content
    .split(/\r?\n/)
    .map((line) => wrapLines([...line].flatMap(encoded)))
    .join('\r\n')
}

function encoded(character: string, at: number, line: string[]): string[] {
  const isLast = at === line.length - 1
  if (/^[!-<>-~]$/.test(character) || (/^[ \t]$/.test(character) && !isLast)) return [character]
  return toUtf8(character).map(toHexEscape)
}

/** Joins tokens into lines of at most 76 characters; never splits an escape such as `=C3`. */
function wrapLines(tokens: string[]): string {
  let lines = ''
  let length = 0
  for (const token of tokens) {
    if (length + token.length > 75) {
      lines += '=\r\n'
      length = 0
    }
    lines += token
    length += token.length
  }
  return lines
}
