import { isPublicAddress, parseProcNetAddress } from '../../src/domain/webhooks/public-address.ts'
import type { WebhookErrorCode, WebhookUrl } from '../../src/domain/webhooks/webhook.ts'
import { startChildProcess } from '../lib/child-process.ts'
import { postStream, redirectErrorMessage } from '../lib/http-client.ts'

export interface DeliveryRequest {
  to: WebhookUrl
  headers: Record<string, string>
  body: string
}

export interface DeliveryResult {
  status: number
  error: WebhookErrorCode | ''
  /** Start of the response body. */
  answer: string
}

const timeoutSeconds = 10
const maxAnswerBytes = 1_024
export const createDeliveryFailure = (error: WebhookErrorCode): DeliveryResult => ({ status: 0, error, answer: '' })

/**
 * Posts a message from a child process, and refuses hosts in private networks. A host name may resolve to another
 * address at each connection, so this process checks the child's connection in the system's table before it passes the
 * body.
 */
export function postInChildProcess(
  app: CoreApp,
  { to, headers, body }: DeliveryRequest,
  mayBePrivate: boolean,
): DeliveryResult {
  const bytes = [...Buffer.from(body, 'utf8')]
  const folder = `${app.dataDir()}/telling/${$security.randomString(15)}`
  $os.mkdirAll(folder, 0o700 as unknown as os.FileMode)
  const job: Job = { to, headers, length: bytes.length }
  $os.writeFile(`${folder}/job.json`, JSON.stringify(job) as unknown as number[], 0o600 as unknown as os.FileMode)
  const until = Date.now() + (timeoutSeconds + 2) * 1000
  try {
    const running = startChildProcess(['tell', `${folder}/job.json`], `${folder}/engine`, timeoutSeconds + 2)
    try {
      const fault = mayBePrivate ? '' : checkConnection(running.pid, to.port, until)
      if (fault) return createDeliveryFailure(fault)
      running.write(bytes)
      return parseResult(running.lastLine())
    } finally {
      running.end()
    }
  } finally {
    $os.removeAll(folder)
  }
}

/** Deletes work directories left by a dead process; called at startup. */
export function deleteDeliveryFolders(app: CoreApp) {
  $os.removeAll(`${app.dataDir()}/telling`)
}

function parseResult(line: string | undefined): DeliveryResult {
  if (line === undefined) return createDeliveryFailure('timeout')
  try {
    return JSON.parse(line) as DeliveryResult
  } catch {
    return createDeliveryFailure('connection')
  }
}

/** Maximum checks, 10 ms apart, before a process without a visible connection counts as failed. */
const maxUnseenChecks = 20

/** Waits for the child's connection and returns its error; '' if it is valid, or if the child ended and reports its own error. */
function checkConnection(pid: number, port: number, until: number): WebhookErrorCode | '' {
  let unseen = 0
  for (; Date.now() < until; sleep(10)) {
    const found = listConnections(pid, port)
    if (found === 'ended') return ''
    if (found === 'unseen') {
      // Repeats the check: a process that is about to end has no connection but does not count as ended.
      if (++unseen === maxUnseenChecks) return 'unseen'
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

/** Returns the connections of a process to a port, from Linux's `/proc`. On other systems it finds none, so nothing is sent. */
function listConnections(pid: number, port: number): Connection[] | 'ended' | 'unseen' {
  try {
    if (hasEnded(pid)) return 'ended'
    const sockets = listSockets(pid)
    return ['tcp', 'tcp6']
      .flatMap((kind) => readText(`/proc/${pid}/net/${kind}`).split('\n').slice(1))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , remote = '', , , , , , , inode = '']) => {
        return sockets.has(inode) && Number.parseInt(remote.split(':')[1] ?? '', 16) === port
      })
      .map(([, , remote = '', open]) => ({
        address: parseProcNetAddress(remote.split(':')[0] ?? ''),
        isOpen: open === '01',
      }))
  } catch {
    // Returns `ended` if the process ended meanwhile, which makes reading fail.
    return hasEnded(pid) ? 'ended' : 'unseen'
  }
}

function hasEnded(pid: number): boolean {
  try {
    // Format: `pid (name) state`; the name may contain any character.
    return /^.*\) Z/s.test(readText(`/proc/${pid}/stat`))
  } catch {
    return false
  }
}

function listSockets(pid: number): Set<string> {
  const path = `/proc/${pid}/fd`
  const root = $os.openRoot(path)
  const found = new Set<string>()
  try {
    for (const entry of $os.readDir(path)) {
      const inode = entry && /^socket:\[(\d+)\]$/.exec(readLink(root, entry.name()))?.[1]
      if (inode) found.add(inode)
    }
  } finally {
    root.close()
  }
  return found
}

/** Returns the target of a file descriptor; '' if it was closed meanwhile. */
function readLink(root: os.Root, name: string): string {
  try {
    return root.readlink(name)
  } catch {
    return ''
  }
}

const readText = (path: string) => toString($os.readFile(path))

interface Job {
  to: WebhookUrl
  headers: Record<string, string>
  length: number
}

/** `pocketbase tell <file>`: posts its standard input as the job defines, and prints the result. */
export function runDeliveryProcess(command: Command, path = '') {
  const { to, headers, length } = JSON.parse(readText(path)) as Job
  console.log(JSON.stringify(postBody(to, headers, { reader: command.inOrStdin(), length })))
}

function postBody(
  to: WebhookUrl,
  headers: Record<string, string>,
  body: { reader: unknown; length: number },
): DeliveryResult {
  try {
    const { status, text } = postStream(to, headers, body, { seconds: timeoutSeconds, bytes: maxAnswerBytes })
    return { status, error: '', answer: text }
  } catch (error) {
    const text = String(error)
    if (text.includes(redirectErrorMessage)) return createDeliveryFailure('redirect')
    return createDeliveryFailure(/deadline|Timeout/.test(text) ? 'timeout' : 'connection')
  }
}
