import type PocketBase from 'pocketbase'

export interface Message {
  action: string
  record: Record<string, unknown> & { id?: string }
}

/** Realtime connection of a page: the messages of some topics so far, and `close`. Node 20 has no EventSource. */
export async function listen(pb: PocketBase, ...topics: string[]): Promise<{ messages: Message[]; close: () => void }> {
  const ending = new AbortController()
  const messages: Message[] = []
  const url = pb.buildURL('/api/realtime')
  // The subscription must come from the address that opened the connection.
  const { headers } = (await pb.beforeSend?.(url, {}))?.options ?? {}
  const response = await fetch(url, { signal: ending.signal, ...(headers ? { headers } : {}) })
  const connected = new Promise<string>((resolve) => {
    void readEvents(response, (name, data) => {
      if (name === 'PB_CONNECT') resolve((JSON.parse(data) as { clientId: string }).clientId)
      else messages.push(JSON.parse(data) as Message)
    }).catch(() => {})
  })
  const clientId = await connected
  try {
    await pb.send('/api/realtime', { method: 'POST', body: { clientId, subscriptions: topics } })
  } catch (error) {
    ending.abort()
    throw error
  }
  return { messages: messages, close: () => ending.abort() }
}

/** Returns the messages with a record: a subscription also receives messages without one, which report earlier changes. */
export const withRecord = (messages: Message[]): Message[] => messages.filter(({ record }) => record.id !== undefined)

async function readEvents(response: Response, take: (name: string, data: string) => void) {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const line = (name: string) => event.match(new RegExp(`^${name}: ?(.*)$`, 'm'))?.[1] ?? ''
      take(line('event'), line('data'))
    }
  }
}
