import { getCurrentCall } from '../runtime/current-call.ts'

const contextKey = 'formatosKey'

/** Returns a copy of `request` whose context names the API key. Clients cannot set the context. */
export function withApiKeyName(request: http.Request, name: string): http.Request {
  return request.clone(new Context(request.context(), contextKey, name))
}

/** Returns the name of the API key that the current call was made with; undefined if a user makes it, or in a job. */
export function getCurrentApiKeyName(): string | undefined {
  return (getCurrentCall().event?.request?.context().value(contextKey) as string | null | undefined) ?? undefined
}
