import { inject } from 'vitest'

/** Server that the tests of one worker share, and its mail. */
export interface TestServer {
  url: string
  /** Directory with the mails that the server sent; see `startMailServer`. */
  mailFolder: string
  /** Environment for a further server whose mail goes to the same directory. */
  mailEnvironment: Record<string, string>
}

/** Returns the server of this worker. Each worker has its own, so that two test files never share a server at the same time. */
export function testServer(): TestServer {
  const server = inject('testServers')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!server) throw new Error(`no server for worker ${process.env.VITEST_POOL_ID}`)
  return server
}
