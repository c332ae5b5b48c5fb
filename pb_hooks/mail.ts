import { source } from './eml.ts'
import { converse, speaksHere } from './mail-conversation.ts'
import { textOf } from './mail-text.ts'

/** Every mail gets its text and a limit of time; without a mail server it is kept as a file, which counts as sent. */
export function deliver(e: core.MailerEvent) {
  const message = e.message
  if (!message) return e.next()
  if (!message.text) message.text = textOf(message.html)
  if (speaksHere(e.app)) return e.next()
  if (e.app.settings().smtp.enabled) return converse(e.app, message)
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
  keep(`${e.app.dataDir()}/outbox`, at, to[0] ?? '', source({ ...mailing, from, to }))
}

function keep(folder: string, at: number, to: string, content: string) {
  $os.mkdirAll(folder, 0o700 as unknown as os.FileMode)
  const name = to.replace(/[^a-zA-Z0-9@._+-]/g, '_').slice(0, 200)
  const path = freePath(folder, at, name)
  // Without a mode nobody could read the file; codes and links in it are for the server's user alone.
  $os.writeFile(path, content as unknown as number[], 0o600 as unknown as os.FileMode)
  console.log(`Sin servidor de correo (SMTP_HOST): el correo quedó en ${path}`)
}

function freePath(folder: string, at: number, name: string): string {
  const time = new Date(at).toISOString().replace(/[:-]/g, '')
  const path = `${folder}/${time}-${name}.eml`
  return exists(path) ? freePath(folder, at + 1, name) : path
}

function exists(path: string): boolean {
  try {
    $os.stat(path)
    return true
  } catch {
    return false
  }
}
