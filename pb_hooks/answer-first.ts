/** Answers now; the handler works on afterwards. The connection is closed, or the client's next call would wait on it. */
export function answerFirst(e: core.RequestEvent, status: number, answer: unknown) {
  const text = JSON.stringify(answer)
  const { response } = e
  response.header().set('Content-Type', 'application/json')
  response.header().set('Connection', 'close')
  response.writeHeader(status)
  response.write(text)
  e.flush()
}
