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

interface PostBody {
  type: string
  text: string
  /** Credentials of HTTP basic authentication in base64; empty without authentication. */
  basic: string
}

export interface HttpResponse {
  status: number
  type: string
  /** Body of the response, cut at one byte over the limit, so that callers detect a longer body. */
  bytes: number[]
}

interface ResponseLimits {
  seconds: number
  bytes: number
}

/** Message of the error thrown when the response is a redirect. */
export const redirectErrorMessage = 'the answer names another address'

/**
 * Posts a text and follows no redirect; throws if the response is not complete in time. `$http.send` (PocketBase
 * 0.40.4) follows redirects to any host, reads responses of any size and accepts truncated ones. This function uses the
 * Go client of PocketBase's sign-in providers, the only client available to hooks that controls all three.
 */
export function postText(url: string, { type, text, basic }: PostBody, limits: ResponseLimits): HttpResponse {
  const client = createGoClient(limits.seconds, basic)
  const answer = client.post(url, type, createGoReader(text))
  try {
    const bytes = toBytes(answer.body, limits.bytes + 1)
    return { status: answer.statusCode, type: answer.header.get('Content-Type'), bytes }
  } finally {
    answer.body.close()
  }
}

interface HttpRequest {
  method: string
  scheme: string
  host: string
  path: string
  headers: Record<string, string>
  body: filesystem.File | undefined
}

/** Maximum bytes of a response: more than any stored file has. PocketBase's default limit is half of it. */
const maxResponseBytes = 2 ** 26

/** Makes a call without redirects and returns the whole response. */
export function sendRequest({ method, scheme, host, path, headers, body }: HttpRequest, seconds: number) {
  // Go finds its own headers only in canonical capitalisation: `content-type` → `Content-Type`.
  const capital = (name: string) => name.replace(/(^|-)[a-z]/g, (begin) => begin.toUpperCase())
  const answer = createGoClient(seconds).do({
    method,
    url: { scheme, host, path },
    host,
    header: Object.fromEntries(Object.entries(headers).map(([name, value]) => [capital(name), [value]])),
    ...(body?.reader && { body: body.reader.open(), contentLength: body.size }),
  })
  try {
    return {
      status: answer.statusCode,
      bytes: toBytes(answer.body, maxResponseBytes),
      header: (name: string) => answer.header.get(name),
    }
  } finally {
    answer.body.close()
  }
}

/** Target address in the parts of Go's `url.URL`. */
interface TargetUrl {
  scheme: string
  host: string
  port: number
  path: string
  query: string
}

/** Posts the bytes of a Go reader without redirects; reads at most `limits.bytes` of the response. */
export function postStream(
  { scheme, host, port, path, query }: TargetUrl,
  headers: Record<string, string>,
  { reader, length }: { reader: unknown; length: number },
  limits: ResponseLimits,
) {
  const usual = port === (scheme === 'https' ? 443 : 80)
  const named = usual ? host : `${host}:${port}`
  const answer = createGoClient(limits.seconds).do({
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

function createGoClient(seconds: number, basic = ''): GoClient {
  const holder = new Collection({ type: 'auth', name: 'none' })
  holder.oauth2.providers = [{ name: 'google', clientId: 'none', clientSecret: 'none' }] as core.OAuth2ProviderConfig[]
  const provider = holder.oauth2.providers[0]?.initProvider() as unknown as Provider
  const client = provider.client({ accessToken: basic || 'none', tokenType: 'Basic' })
  // Removes the provider's transport, which would send an authorization header even without credentials.
  if (!basic) client.transport = null
  client.timeout = seconds * 1e9
  client.checkRedirect = () => {
    throw new Error(redirectErrorMessage)
  }
  return client
}

/** Returns a Go reader whose length Go can detect, so that the request has a `Content-Length`. */
function createGoReader(text: string): unknown {
  const open = $filesystem.fileFromBytes(text, 'body').reader?.open() as unknown as { reader: unknown } | undefined
  if (!open) throw new Error('no reader')
  return open.reader
}
