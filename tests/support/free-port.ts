import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Chosen beforehand, because the server is told its own address at the start; outside of where the system takes the ports
 * of outgoing calls from, thousands of which are made meanwhile.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000)
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '0.0.0.0', () => probe.close(() => resolve(true)))
  })
  return isFree ? port : freePort()
}
