import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

export type MailServer = { port: number; folder: string; stop: () => Promise<void> }

/** A mail server that keeps what it receives as `<order>-<recipient>.eml`, where each test process can read it; the first `mute` calls are taken and never answered, the first `later` mails put off (greylisting), the first `refused` after them refused. */
export async function startMailServer({ mute = 0, later = 0, refused = 0 } = {}): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), 'formatos-mail-'))
  let order = 0
  let calls = 0
  let asked = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onConnect(_session, greet) {
      if (++calls > mute) greet()
    },
    onRcptTo(_address, _session, answer) {
      asked++
      if (asked <= later) answer(told(451, 'Greylisted, please try again later'))
      else if (asked <= later + refused) answer(told(550, 'No such user here'))
      else answer()
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) keep(address, Buffer.concat(parts))
        done()
      })
    },
  })
  // One who dies while he sends a mail resets the line.
  server.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'ECONNRESET') throw new Error(`the mail server failed: ${code}`)
  })
  const told = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
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
    async stop() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
