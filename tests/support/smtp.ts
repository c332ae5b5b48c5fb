import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  port: number
  folder: string
  /** Resolves at the first connection. */
  called: Promise<void>
  /** Lets a `held` server greet. */
  release: () => void
  /** Greets no new connection until `release`. */
  hold: () => void
  /** Number of connections so far. */
  connections: () => number
  /** Number of mails that were accepted, deferred or refused. */
  asked: () => number
  stop: () => Promise<void>
}

/** Mail server that greets at once. The package waits 100 ms to detect clients that talk before the greeting. */
class PromptServer extends SMTPServer {
  override connect(...socket: Parameters<SMTPServer['connect']>) {
    super.connect(...socket)
    const connection = [...this.connections].at(-1)
    if (!connection) return
    connection.connectionReady()
    connection.connectionReady = () => {}
  }
}

/**
 * Starts a mail server that stores mails as `<order>-<recipient>.eml` for all test processes. The first `later` mails are deferred (greylisting),
 * and the next `refused` mails are refused. A `held` server greets only after `release`. Mails to `unknown` addresses are refused, those to
 * `deferred` addresses are always deferred. The first mail to each `speechless` address is stored without an answer.
 */
export async function startMailServer({
  later = 0,
  refused = 0,
  held = false,
  unknown = /^$/,
  deferred = /^$/,
  speechless = /^$/,
} = {}): Promise<MailServer> {
  const [call, called] = createSignal()
  let gate = createSignal()
  if (!held) gate[0]()
  const folder = mkdtempSync(join(tmpdir(), 'formatos-mail-'))
  let order = 0
  let connections = 0
  let asked = 0
  /** Addresses whose first mail got no answer. */
  const left = new Set<string>()
  const server = new PromptServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onConnect(_session, greet) {
      connections++
      call()
      void gate[1].then(() => greet())
    },
    onRcptTo({ address }, _session, answer) {
      asked++
      if (unknown.test(address)) return answer(smtpError(550, '5.1.1 User unknown'))
      if (asked <= later || deferred.test(address)) answer(smtpError(451, 'Greylisted, please try again later'))
      else if (asked <= later + refused) answer(smtpError(550, 'No such user here'))
      else answer()
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) keep(address, Buffer.concat(parts))
        const addresses = session.envelope.rcptTo.map(({ address }) => address)
        const unanswered = addresses.filter((address) => speechless.test(address) && !left.has(address))
        for (const address of unanswered) left.add(address)
        if (!unanswered.length) done()
      })
    },
  })
  // A sender killed during a mail resets the connection.
  server.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'ECONNRESET') throw new Error(`the mail server failed: ${code}`)
  })
  const smtpError = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
  function keep(recipient: string, mail: Buffer) {
    const name = `${String(order++).padStart(6, '0')}-${recipient}.eml`
    writeFileSync(join(folder, `.${name}`), mail)
    renameSync(join(folder, `.${name}`), join(folder, name))
  }
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    folder,
    called,
    release: () => gate[0](),
    hold() {
      gate = createSignal()
    },
    connections: () => connections,
    asked: () => asked,
    async stop() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns a function, and a promise that it resolves. */
function createSignal(): [() => void, Promise<void>] {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return [resolve, promise]
}
