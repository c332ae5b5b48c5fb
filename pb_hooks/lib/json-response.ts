/** Answers with JSON text in pieces. Does not join them, because that would copy text of the database character by character. */
export function writeJsonResponse({ response }: core.RequestEvent, ...pieces: string[]) {
  response.header().set('Content-Type', 'application/json')
  for (const piece of pieces) response.write(piece)
}
