import { addressOfProc, isPublicAddress } from '../../src/domain/webhooks/public-address.ts'
import type { WebhookAddress, WebhookFault } from '../../src/domain/webhooks/webhook.ts'
import { postFrom, redirected } from '../lib/http.ts'
import { started } from '../lib/process.ts'

/** What is posted, where to, with which headers. */
export interface Message {
  to: WebhookAddress
  headers: Record<string, string>
  body: string
}

export interface DeliveryResult {
  status: number
  error: WebhookFault | ''
  /** How the answer begins. */
  answer: string
}

const seconds = 10
const mostAnswer = 1_024
const failed = (error: WebhookFault): DeliveryResult => ({ status: 0, error, answer: '' })

/**
 * Posts a message from a process of its own. Where a name leads is known only once it is connected to, and may be another place than a moment before:
 * so that process is given the body only after this one has seen, in the system's list of connections, that it speaks with nobody in a private network.
 */
export function postMessage(app: CoreApp, { to, headers, body }: Message, mayBePrivate: boolean): DeliveryResult {
  const bytes = [...Buffer.from(body, 'utf8')]
  const folder = `${app.dataDir()}/telling/${$security.randomString(15)}`
  $os.mkdirAll(folder, 0o700 as unknown as os.FileMode)
  const job: Job = { to, headers, length: bytes.length }
  $os.writeFile(`${folder}/job.json`, JSON.stringify(job) as unknown as number[], 0o600 as unknown as os.FileMode)
  const until = Date.now() + (seconds + 2) * 1000
  try {
    const running = started(['tell', `${folder}/job.json`], `${folder}/engine`, seconds + 2)
    try {
      const fault = mayBePrivate ? '' : faultOfConnection(running.pid, to.port, until)
      if (fault) return failed(fault)
      running.write(bytes)
      return outcomeOf(running.lastLine())
    } finally {
      running.end()
    }
  } finally {
    $os.removeAll(folder)
  }
}

/** At the start nobody is being told anything: what lies there is of a process that died. */
export function deleteDeliveryFolders(app: CoreApp) {
  $os.removeAll(`${app.dataDir()}/telling`)
}

function outcomeOf(line: string | undefined): DeliveryResult {
  if (line === undefined) return failed('timeout')
  try {
    return JSON.parse(line) as DeliveryResult
  } catch {
    return failed('connection')
  }
}

/** Looks, ten milliseconds apart, after which what shows nothing is taken for what never will. */
const mostUnseen = 20

/** Waits until that process is connected, and says what is wrong with it; nothing once it has ended by itself, which it tells of. */
function faultOfConnection(pid: number, port: number, until: number): WebhookFault | '' {
  let unseen = 0
  for (; Date.now() < until; sleep(10)) {
    const found = connectionsOf(pid, port)
    if (found === 'ended') return ''
    if (found === 'unseen') {
      // One that is about to end shows nothing a moment before it shows that it has.
      if (++unseen === mostUnseen) return 'unseen'
      continue
    }
    if (found.some(({ address }) => !isPublicAddress(address))) return 'private'
    if (found.some(({ isOpen }) => isOpen)) return ''
  }
  return 'timeout'
}

interface Connection {
  address: number[]
  isOpen: boolean
}

/** Those of a process to a port, as Linux tells; other systems tell nothing, and then nothing is sent. */
function connectionsOf(pid: number, port: number): Connection[] | 'ended' | 'unseen' {
  try {
    if (hasEnded(pid)) return 'ended'
    const sockets = socketsOf(pid)
    return ['tcp', 'tcp6']
      .flatMap((kind) => read(`/proc/${pid}/net/${kind}`).split('\n').slice(1))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , remote = '', , , , , , , inode = '']) => {
        return sockets.has(inode) && Number.parseInt(remote.split(':')[1] ?? '', 16) === port
      })
      .map(([, , remote = '', open]) => ({ address: addressOfProc(remote.split(':')[0] ?? ''), isOpen: open === '01' }))
  } catch {
    // What ends while one looks at it shows nothing more.
    return hasEnded(pid) ? 'ended' : 'unseen'
  }
}

function hasEnded(pid: number): boolean {
  try {
    // Its name, in brackets, may hold anything; what follows is the state.
    return /^.*\) Z/s.test(read(`/proc/${pid}/stat`))
  } catch {
    return false
  }
}

function socketsOf(pid: number): Set<string> {
  const path = `/proc/${pid}/fd`
  const root = $os.openRoot(path)
  const found = new Set<string>()
  try {
    for (const entry of $os.readDir(path)) {
      const inode = entry && /^socket:\[(\d+)\]$/.exec(linkOf(root, entry.name()))?.[1]
      if (inode) found.add(inode)
    }
  } finally {
    root.close()
  }
  return found
}

/** One that was closed since it was listed leads nowhere. */
function linkOf(root: os.Root, name: string): string {
  try {
    return root.readlink(name)
  } catch {
    return ''
  }
}

const read = (path: string) => toString($os.readFile(path))

interface Job {
  to: WebhookAddress
  headers: Record<string, string>
  length: number
}

/** `pocketbase tell <file>`: posts what comes on its input, and tells how that went. */
export function deliverInProcess(command: Command, path = '') {
  const { to, headers, length } = JSON.parse(read(path)) as Job
  console.log(JSON.stringify(posted(to, headers, { reader: command.inOrStdin(), length })))
}

function posted(
  to: WebhookAddress,
  headers: Record<string, string>,
  body: { reader: unknown; length: number },
): DeliveryResult {
  try {
    const { status, text } = postFrom(to, headers, body, { seconds, bytes: mostAnswer })
    return { status, error: '', answer: text }
  } catch (error) {
    const text = String(error)
    if (text.includes(redirected)) return failed('redirect')
    return failed(/deadline|Timeout/.test(text) ? 'timeout' : 'connection')
  }
}
