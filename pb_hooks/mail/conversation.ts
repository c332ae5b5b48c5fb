import { applyEnvironment } from '../lib/environment.ts'
import { lastLineOf } from '../lib/process.ts'

/** Seconds that a mail server may take for one mail: less than the minute after which a mail is taken up again. */
const limit = Math.min(Number($os.getenv('SMTP_TIMEOUT')) || 30, 30)
/** Tells the process that speaks from the server, whose every mail it sends. */
const speaking = 'speaksWithMailServer'

export const speaksHere = (app: CoreApp) => app.store().has(speaking)

const sendingFolder = (app: CoreApp) => `${app.dataDir()}/sending`

/** At the start nobody is sending: what lies there is of a process that died. */
export function forgetConversations(app: CoreApp) {
  $os.removeAll(sendingFolder(app))
}

/**
 * Speaks with the mail server in a process of its own, and ends that after half a minute: PocketBase 0.40.4 waits for
 * a mail server without any limit, and whoever waits holds a virtual machine.
 */
export function converse(app: CoreApp, message: mailer.Message) {
  // A folder for each: two processes that make the same data folder at once would stand in each other's way.
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

/** What the process says of the mail, nothing where it was sent. */
function answerOf(path: string, folder: string): string {
  const said = lastLineOf(['letter', path], `${folder}/engine`, limit)
  if (said === undefined) return `el servidor de correo no terminó en ${limit} segundos`
  return said === sent ? '' : said || 'el proceso que habla con el servidor de correo terminó antes de tiempo'
}

const sent = 'enviado'

/** `pocketbase letter <file>`: sends it as the environment says, and tells how that went. */
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
