import { runChildProcess } from '../lib/child-process.ts'
import { applyEnvironment } from '../lib/environment.ts'
import { encodeMailboxName } from '../lib/mail-header.ts'

/** Timeout in seconds for sending one mail. Shorter than the lease of one minute after which another run retries the mail. */
const timeoutSeconds = Math.min(Number($os.getenv('SMTP_TIMEOUT')) || 30, 30)
/** Store key that is set in the mail process, so that it sends its mails itself. */
const mailProcessKey = 'speaksWithMailServer'

export const isMailProcess = (app: CoreApp) => app.store().has(mailProcessKey)

const sendingFolder = (app: CoreApp) => `${app.dataDir()}/sending`

/** Deletes work directories left by a dead process; called at startup. */
export function deleteMailFolders(app: CoreApp) {
  $os.removeAll(sendingFolder(app))
}

/** Sends a mail in a child process with a timeout. PocketBase 0.40.4 waits for a mail server without limit, which would block a virtual machine. */
export function sendInChildProcess(app: CoreApp, message: mailer.Message) {
  // Uses a directory per mail, because two processes that initialise the same data directory at once would conflict.
  const folder = `${sendingFolder(app)}/${$security.randomString(15)}`
  const path = `${folder}/mail.json`
  $os.mkdirAll(folder, 0o700 as unknown as os.FileMode)
  const { to, subject, text, html } = message
  // Encoded here, because PocketBase 0.40.4 leaves commas in the sender's name as they are.
  const name = encodeMailboxName(message.from.name ?? '').replace(/\r\n/g, '')
  const from = { name, address: message.from.address }
  const mail = JSON.stringify({ from, to, subject, text, html })
  $os.writeFile(path, mail as unknown as number[], 0o600 as unknown as os.FileMode)
  try {
    const output = getSendError(path, folder)
    if (output) throw new Error(output)
  } finally {
    $os.removeAll(folder)
  }
}

/** Returns the error of the mail process; '' if the mail was sent. */
function getSendError(path: string, folder: string): string {
  const output = runChildProcess(['letter', path], `${folder}/engine`, timeoutSeconds)
  if (output === undefined) return `el servidor de correo no respondió en ${timeoutSeconds} segundos`
  return output === sentMessage ? '' : output || 'el proceso que envía el correo terminó antes de tiempo'
}

const sentMessage = 'enviado'

/** `pocketbase letter <file>`: sends the mail with the environment's settings and prints the result. */
export function runMailProcess(path = '') {
  $app.store().set(mailProcessKey, true)
  applyEnvironment($app)
  try {
    $app.newMailClient().send(new MailerMessage(JSON.parse(toString($os.readFile(path)))))
    console.log(sentMessage)
  } catch (error) {
    console.log(String(error).replace(/\s+/g, ' '))
  }
}
