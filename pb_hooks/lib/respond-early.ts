/** Answers now; the handler works on afterwards. The connection is closed, or the client's next call would wait on it. */
export function respondEarly(e: core.RequestEvent, status: number, answer: unknown) {
  const text = JSON.stringify(answer)
  const headers = e.response.header()
  headers.set('Content-Type', 'application/json')
  // Without the length the client would wait for the end of the handler.
  headers.set('Content-Length', String(Buffer.from(text, 'utf8').length))
  headers.set('Connection', 'close')
  e.response.writeHeader(status)
  e.response.write(text)
  e.flush()
  globalThis.leaveCrowd?.()
}

/** The same with nothing to say (204). */
export function respondEmptyEarly(e: core.RequestEvent) {
  e.response.header().set('Connection', 'close')
  e.response.writeHeader(204)
  e.flush()
  globalThis.leaveCrowd?.()
}

/** Half an hour instead of the engine's five minutes for one answer that is carried away on a slow line; all others keep its limit. */
export function extendWriteDeadline(e: core.RequestEvent, seconds = 1_800) {
  let writer = e.response as unknown as GoWriter
  while (!writer.setWriteDeadline && writer.unwrap) writer = writer.unwrap()
  const until = new Date(Date.now() + seconds * 1000).toISOString().replace('T', ' ')
  writer.setWriteDeadline?.(new DateTime(until).time())
}

/** Go's `http.ResponseWriter`, around which the engine puts its own. */
interface GoWriter {
  unwrap?(): GoWriter
  setWriteDeadline?(until: unknown): void
}
