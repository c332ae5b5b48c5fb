/**
 * Sends the response before the handler ends. Closes the connection, because the client's next call on it would wait
 * for the handler.
 */
export function respondEarly(e: core.RequestEvent, status: number, body: unknown) {
  const text = JSON.stringify(body)
  const headers = e.response.header()
  headers.set('Content-Type', 'application/json')
  // Sets the length, because otherwise the client waits for the end of the handler.
  headers.set('Content-Length', String(Buffer.from(text, 'utf8').length))
  headers.set('Connection', 'close')
  e.response.writeHeader(status)
  e.response.write(text)
  e.flush()
  engine.releaseSlot(e)
}

/** Sends an empty response (204) while the handler continues. */
export function respondEmptyEarly(e: core.RequestEvent) {
  e.response.header().set('Connection', 'close')
  e.response.writeHeader(204)
  e.flush()
  engine.releaseSlot(e)
}
