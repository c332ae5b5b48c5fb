import type { Server } from './container.ts'

export type OutboxMail = { name: string; mode: number; owner: number; raw: string }

/** Returns the files in which a server without mail server stores its mails, oldest first. */
export async function outboxOf({ container }: Server): Promise<OutboxMail[]> {
  const parts: Buffer[] = []
  const archive = await container.copyArchiveFromContainer('/pb_data/outbox')
  for await (const part of archive) parts.push(Buffer.from(part as Buffer))
  return [...entriesOf(Buffer.concat(parts))].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns the files of a tar archive: blocks of 512 bytes, octal numbers. */
function* entriesOf(tar: Buffer): Generator<OutboxMail> {
  for (let at = 0; at + 512 <= tar.length; ) {
    const text = (from: number, length: number) =>
      tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    const number = (from: number, length: number) => Number.parseInt(text(from, length), 8) || 0
    const size = number(124, 12)
    if (text(156, 1) === '0')
      yield {
        name: text(0, 100).split('/').at(-1) ?? '',
        mode: number(100, 8),
        owner: number(108, 8),
        raw: tar.toString('utf8', at + 512, at + 512 + size),
      }
    at += 512 + Math.ceil(size / 512) * 512
  }
}
