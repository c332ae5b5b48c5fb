import { logInfo } from '../lib/log.ts'
import { formatEml } from './eml.ts'
import { isMailProcess, sendInChildProcess } from './mail-process.ts'

/** Adds a plain text to a mail and sends it with a timeout. Without a mail server the mail is saved as a file, which counts as sent. */
export function deliverMail(e: core.MailerEvent) {
  const message = e.message
  if (!message) return e.next()
  if (!message.text) message.text = htmlToText(message.html)
  if (isMailProcess(e.app)) return e.next()
  if (e.app.settings().smtp.enabled) return sendInChildProcess(e.app, message)
  const at = Date.now()
  const to = message.to.map(({ address }) => address)
  const mailing = {
    subject: message.subject,
    text: message.text,
    html: message.html,
    at,
    id: $security.randomString(20),
  }
  const from = { name: message.from.name ?? '', address: message.from.address }
  saveToOutbox(`${e.app.dataDir()}/outbox`, at, to[0] ?? '', formatEml({ ...mailing, from, to }))
}

function saveToOutbox(folder: string, at: number, to: string, content: string) {
  $os.mkdirAll(folder, 0o700 as unknown as os.FileMode)
  const name = to.replace(/[^a-zA-Z0-9@._+-]/g, '_').slice(0, 200)
  const path = findFreePath(folder, at, name)
  // Sets a mode that lets only the server's user read the file, because it contains codes and links. Without a mode,
  // the file would be unreadable.
  $os.writeFile(path, content as unknown as number[], 0o600 as unknown as os.FileMode)
  logInfo(`Sin servidor de correo (SMTP_HOST): el correo quedó en ${path}`)
}

function findFreePath(folder: string, at: number, name: string): string {
  const time = new Date(at).toISOString().replace(/[:-]/g, '')
  const path = `${folder}/${time}-${name}.eml`
  return exists(path) ? findFreePath(folder, at + 1, name) : path
}

function exists(path: string): boolean {
  try {
    $os.stat(path)
    return true
  } catch {
    return false
  }
}

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** Converts HTML to plain text: a line per paragraph, each link followed by its address. */
function htmlToText(html: string): string {
  const body = html.replace(/<(style|head|title)\b[\s\S]*?<\/\1>/gi, '').replace(/\s+/g, ' ')
  const linked = body.replace(/<a\b[^>]*?href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, '$2: $1')
  const lines = linked.replace(/<br\s*\/?>/gi, '\n').replace(/<\/(p|div|h\d|li|tr)>/gi, '\n\n')
  const text = lines.replace(/<[^>]*>/g, '').replace(/&(?:#(\d+)|(\w+));/g, decodeEntity)
  return `${text
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

function decodeEntity(match: string, code: string | undefined, name: string | undefined): string {
  if (code) return String.fromCodePoint(Number(code))
  return namedEntities[name ?? ''] ?? match
}
