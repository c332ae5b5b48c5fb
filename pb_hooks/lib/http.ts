interface GoResponse {
  statusCode: number
  header: { get(name: string): string }
  body: { close(): void }
}

interface GoClient {
  timeout: number
  transport: unknown
  checkRedirect: () => void
  post(url: string, contentType: string, body: unknown): GoResponse
  do(request: unknown): GoResponse
}

interface Provider {
  client(token: { accessToken: string; tokenType: string }): GoClient
}

interface Question {
  type: string
  text: string
  /** Secret of HTTP basic authentication; empty without one. */
  basic: string
}

export interface Answer {
  status: number
  type: string
  /** One byte more than allowed when there was more. */
  bytes: number[]
}

interface Limits {
  seconds: number
  bytes: number
}

/** What is thrown of an answer that names another address. */
export const redirected = 'the answer names another address'

/**
 * Posts a text and follows no redirect; throws when there is no whole answer in time.
 *
 * PocketBase 0.40.4: `$http.send` follows redirects to any host, reads answers of any size and takes a cut one for whole.
 * The Go client that its sign-in providers use has all three under control, and is the only one in reach.
 */
export function post(url: string, { type, text, basic }: Question, limits: Limits): Answer {
  const client = goClient(limits.seconds, basic)
  const answer = client.post(url, type, goReader(text))
  try {
    const bytes = toBytes(answer.body, limits.bytes + 1)
    return { status: answer.statusCode, type: answer.header.get('Content-Type'), bytes }
  } finally {
    answer.body.close()
  }
}

/** A call of any method, with headers of any name. */
interface Call {
  method: string
  scheme: string
  host: string
  path: string
  headers: Record<string, string>
  body: filesystem.File | undefined
}

/** More than any file of ours; without a figure the engine reads half of it. */
const mostBytes = 2 ** 26

/** Makes a call in the same way, and gives the whole answer. */
export function send({ method, scheme, host, path, headers, body }: Call, seconds: number) {
  // Go knows its own headers by their capitals.
  const capital = (name: string) => name.replace(/(^|-)[a-z]/g, (begin) => begin.toUpperCase())
  const answer = goClient(seconds).do({
    method,
    url: { scheme, host, path },
    host,
    header: Object.fromEntries(Object.entries(headers).map(([name, value]) => [capital(name), [value]])),
    ...(body?.reader && { body: body.reader.open(), contentLength: body.size }),
  })
  try {
    return {
      status: answer.statusCode,
      bytes: toBytes(answer.body, mostBytes),
      header: (name: string) => answer.header.get(name),
    }
  } finally {
    answer.body.close()
  }
}

/** Where to, as Go's `url.URL` has it. */
interface Place {
  scheme: string
  host: string
  port: number
  path: string
  query: string
}

/** Posts what a reader gives, in the same way; of the answer no more than so many bytes are read. */
export function postFrom(
  { scheme, host, port, path, query }: Place,
  headers: Record<string, string>,
  { reader, length }: { reader: unknown; length: number },
  limits: Limits,
) {
  const usual = port === (scheme === 'https' ? 443 : 80)
  const named = usual ? host : `${host}:${port}`
  const answer = goClient(limits.seconds).do({
    method: 'POST',
    url: { scheme, host: named, path: decodeURIComponent(path), rawPath: path, rawQuery: query },
    host: named,
    header: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    body: reader,
    contentLength: length,
  })
  try {
    return { status: answer.statusCode, text: toString(toBytes(answer.body, limits.bytes)) }
  } finally {
    answer.body.close()
  }
}

function goClient(seconds: number, basic = ''): GoClient {
  const holder = new Collection({ type: 'auth', name: 'none' })
  holder.oauth2.providers = [{ name: 'google', clientId: 'none', clientSecret: 'none' }] as core.OAuth2ProviderConfig[]
  const provider = holder.oauth2.providers[0]?.initProvider() as unknown as Provider
  const client = provider.client({ accessToken: basic || 'none', tokenType: 'Basic' })
  // The provider's transport would send the header also without a secret.
  if (!basic) client.transport = null
  client.timeout = seconds * 1e9
  client.checkRedirect = () => {
    throw new Error(redirected)
  }
  return client
}

/** A reader whose length is known, so that the request says it. */
function goReader(text: string): unknown {
  const open = $filesystem.fileFromBytes(text, 'body').reader?.open() as unknown as { reader: unknown } | undefined
  if (!open) throw new Error('no reader')
  return open.reader
}
