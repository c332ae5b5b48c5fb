import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Returns a free port. It is chosen before the start, because the server needs its own address. Avoids the range of outgoing connections,
 * because the tests open thousands of them.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000)
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '0.0.0.0', () => probe.close(() => resolve(true)))
  })
  return isFree ? port : freePort()
}
