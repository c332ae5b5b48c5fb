const name = 'formatosKey'

/** A call as it goes on behind the door for programs: the same, in a context that no caller can write, which names the key. */
export function withKeyName(request: http.Request, key: string): http.Request {
  return request.clone(new Context(request.context(), name, key))
}

/** The name of the key with which a call came; nothing where a person came himself. */
export function keyNameOf(e: core.RequestEvent): string | undefined {
  return (e.request?.context().value(name) as string | null | undefined) ?? undefined
}
