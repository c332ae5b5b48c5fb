/** Sets the timeout in seconds for receiving the body of a call. */
export function setReadDeadline(e: core.RequestEvent, seconds: number) {
  getConnection(e).setReadDeadline?.(addSeconds(seconds))
}

/** Sets the timeout in seconds for sending the response; afterwards the connection is closed. */
export function setWriteDeadline(e: core.RequestEvent, seconds: number) {
  getConnection(e).setWriteDeadline?.(addSeconds(seconds))
}

/** Sets a timeout of half an hour for a large response, because the client may have a slow connection. PocketBase's default is five minutes. */
export const allowSlowDownload = (e: core.RequestEvent) => setWriteDeadline(e, 1_800)

const addSeconds = (seconds: number) => new DateTime().add((seconds * 1e9) as unknown as time.Duration).time()

/** Returns Go's own response, which PocketBase wraps (PocketBase 0.40.4). */
function getConnection(e: core.RequestEvent): Connection {
  let response = e.response as unknown as Connection
  while (!response.setReadDeadline && response.unwrap) response = response.unwrap()
  return response
}

interface Connection {
  unwrap?(): Connection
  setReadDeadline?(at: time.Time): void
  setWriteDeadline?(at: time.Time): void
}
