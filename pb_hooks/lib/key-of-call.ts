const name = 'formatosKey'

/** A call as it goes on behind the door for programs: the same, in a context that no caller can write, which names the key. */
export function withKeyName(request: http.Request, key: string): http.Request {
  return request.clone(new Context(request.context(), name, key))
}

/** Returns the name of the key with which the call came that is being answered; undefined if a person makes it, or there is none. */
export function currentKeyName(): string | undefined {
  return (globalThis.askedBy?.request?.context().value(name) as string | null | undefined) ?? undefined
}
