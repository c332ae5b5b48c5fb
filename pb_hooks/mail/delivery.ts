import { logInfo } from '../lib/log.ts'
import { addSignature } from './mails.ts'

/** Timeout in seconds for sending one mail. Shorter than the lease of one minute after which another run retries the mail. */
const timeoutSeconds = Math.min(Number($os.getenv('SMTP_TIMEOUT')) || 30, 30)

/** Adds a plain text to a mail and sends it. Without a mail server the mail is saved as a file, which counts as sent. */
export function deliverMail(e: core.MailerEvent) {
  const message = e.message
  if (!message) return e.next()
  passOn(e.app, {
    id: $security.randomString(20),
    from: { name: message.from.name ?? '', address: message.from.address },
    to: message.to.map(({ address }) => address),
    subject: message.subject,
    text: message.text || htmlToText(message.html),
    html: message.html,
    files: [],
  })
}

interface IdentifiedMail extends Pick<MailMessage, 'id' | 'subject' | 'html' | 'files'> {
  to: string
}

/** Sends a mail with its own id and attached files. `beforeEnd` runs before the mail server can deliver it, which it never does if `beforeEnd` throws. */
export function deliverIdentifiedMail(app: CoreApp, { to, html, ...mail }: IdentifiedMail, beforeEnd: () => void) {
  const { senderName, senderAddress } = app.settings().meta
  const signed = addSignature(app, html)
  const message = {
    ...mail,
    from: { name: senderName, address: senderAddress },
    to: [to],
    html: signed,
    text: htmlToText(signed),
  }
  passOn(app, message, beforeEnd)
}

function passOn(app: CoreApp, mail: MailMessage, beforeEnd = () => {}) {
  const { smtp } = app.settings()
  if (smtp.enabled) return send(smtp, mail, beforeEnd)
  beforeEnd()
  const at = Date.now()
  saveToOutbox(`${app.dataDir()}/outbox`, at, mail.to[0] ?? '', engine.formatMail(mail, at))
}

function send(
  { host, port, username, password, tls, authMethod, localName }: core.SMTPConfig,
  mail: MailMessage,
  beforeEnd: () => void,
) {
  const server = { host, port, username, password: password ?? '', tls, auth: authMethod ?? '', name: localName ?? '' }
  try {
    engine.sendMail({ ...server, seconds: timeoutSeconds }, mail, beforeEnd)
  } catch (error) {
    if (!String(error).includes('did not respond in time')) throw error
    throw new Error(`el servidor de correo no respondió en ${timeoutSeconds} segundos`)
  }
}

function saveToOutbox(folder: string, at: number, to: string, content: string) {
  $os.mkdirAll(folder, 0o700)
  const name = to.replace(/[^a-zA-Z0-9@._+-]/g, '_').slice(0, 200)
  const path = findFreePath(folder, at, name)
  // Sets a mode that lets only the server's user read the file, because it contains codes and links. Without a mode,
  // the file would be unreadable.
  $os.writeFile(path, content, 0o600)
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
