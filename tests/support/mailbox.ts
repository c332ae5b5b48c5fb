import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { testServer } from './test-server.ts'

export type Mail = { subject: string; text: string; raw: string }

/** Returns the mails of an address so far, oldest first. */
export function mailsTo(address: string): Mail[] {
  const folder = testServer().mailFolder
  const names = readdirSync(folder).filter((name) => name.endsWith(`-${address}.eml`) && !name.startsWith('.'))
  return names.sort().map((name) => read(readFileSync(join(folder, name), 'utf8')))
}

/** Returns the next mail of an address with this subject after `after` earlier ones; fails after `limit` ms. */
export async function mailTo(address: string, { after = 0, limit = 60_000, subject = /^/ } = {}): Promise<Mail> {
  for (const until = Date.now() + limit; Date.now() < until; await wait(50)) {
    const mail = mailsTo(address)
      .slice(after)
      .find((one) => subject.test(one.subject))
    if (mail) return mail
  }
  throw new Error(`no mail number ${after + 1} to ${address} within ${limit} ms`)
}

/** Returns the one-time code of a mail: six digits. */
export function codeIn({ text }: Mail): string {
  const code = text.replace(/<style[\s\S]*?<\/style>|#[0-9a-f]{6}\b/gi, '').match(/\b\d{6}\b/)?.[0]
  if (!code) throw new Error(`no code of six digits in: ${text}`)
  return code
}

/** Returns all links of a mail. */
export function linksIn({ text }: Mail): string[] {
  return [...text.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
}

/** Parses a mail and decodes its parts (RFC 2045) and subject (RFC 2047). */
function read(raw: string): Mail {
  const parts = [...raw.matchAll(/content-transfer-encoding: *(\S+)[\s\S]*?\r\n\r\n([\s\S]*?)(?=\r\n--|$)/gi)]
  const text = parts.map(([, encoding = '', body = '']) => decode(encoding.toLowerCase(), body)).join('\n')
  const subject = raw.match(/^subject: *((?:.|\r\n[ \t])*)/im)?.[1] ?? ''
  return { subject: decodeWords(subject.replace(/\r\n[ \t]/g, ' ')), text: text || raw, raw }
}

function decode(encoding: string, body: string) {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? unquote(body.replace(/=\r\n/g, '')) : body
}

function decodeWords(text: string) {
  const words = text.replace(/\?=\s+=\?/g, '?==?')
  return words.replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
    kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString('utf8') : unquote(word.replaceAll('_', ' ')),
  )
}

function unquote(text: string) {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
}
