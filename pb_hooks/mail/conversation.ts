import { applyEnvironment } from '../lib/environment.ts'
import { lastLineOf } from '../lib/process.ts'

/** Timeout in seconds for sending one mail. Shorter than the lease of one minute after which another run retries the mail. */
const limit = Math.min(Number($os.getenv('SMTP_TIMEOUT')) || 30, 30)
/** Store key that is set in the mail process, so that it sends its mails itself. */
const speaking = 'speaksWithMailServer'

export const speaksHere = (app: CoreApp) => app.store().has(speaking)

const sendingFolder = (app: CoreApp) => `${app.dataDir()}/sending`

/** Deletes work directories left by a dead process; called at startup. */
export function forgetConversations(app: CoreApp) {
  $os.removeAll(sendingFolder(app))
}

/** Sends a mail in a child process with a timeout. PocketBase 0.40.4 waits for a mail server without limit, which would block a virtual machine. */
export function converse(app: CoreApp, message: mailer.Message) {
  // A directory for each mail: two processes that initialise the same data directory at once would conflict.
  const folder = `${sendingFolder(app)}/${$security.randomString(15)}`
  const path = `${folder}/mail.json`
  $os.mkdirAll(folder, 0o700 as unknown as os.FileMode)
  const { from, to, subject, text, html } = message
  const mail = JSON.stringify({ from, to, subject, text, html })
  $os.writeFile(path, mail as unknown as number[], 0o600 as unknown as os.FileMode)
  try {
    const said = answerOf(path, folder)
    if (said) throw new Error(said)
  } finally {
    $os.removeAll(folder)
  }
}

/** Returns the error of the mail process; '' if the mail was sent. */
function answerOf(path: string, folder: string): string {
  const said = lastLineOf(['letter', path], `${folder}/engine`, limit)
  if (said === undefined) return `el servidor de correo no terminó en ${limit} segundos`
  return said === sent ? '' : said || 'el proceso que habla con el servidor de correo terminó antes de tiempo'
}

const sent = 'enviado'

/** `pocketbase letter <file>`: sends the mail with the environment's settings and prints the result. */
export function speakWithMailServer(path = '') {
  $app.store().set(speaking, true)
  applyEnvironment($app)
  try {
    $app.newMailClient().send(new MailerMessage(JSON.parse(toString($os.readFile(path)))))
    console.log(sent)
  } catch (error) {
    console.log(String(error).replace(/\s+/g, ' '))
  }
}
