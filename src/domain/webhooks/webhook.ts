/** Webhook events, and the test that an administrator sends. Defined in a module without zod, to reduce the bundle. */
export const webhookEventLabels = {
  'request.submitted': 'Solicitud enviada',
  'request.decided': 'Solicitud decidida',
  'document.ready': 'Documento listo',
  'batch.finished': 'Lote terminado',
  'user.registered': 'Persona registrada',
  test: 'Prueba',
} as const
export type WebhookEvent = Exclude<keyof typeof webhookEventLabels, 'test'>
export const webhookEvents = Object.keys(webhookEventLabels).filter((event) => event !== 'test') as WebhookEvent[]

/** Labels of connection errors, i.e. attempts without an HTTP response. */
export const webhookErrorLabels = {
  connection: 'No se pudo conectar',
  timeout: 'No respondió en 10 segundos',
  redirect: 'Respondió con una redirección, que no se admite',
  private: 'La dirección es de una red privada o del propio servidor',
} as const
export type WebhookErrorCode = keyof typeof webhookErrorLabels

/** Backoff in minutes between attempts. Gives ten attempts in about a day. */
export const webhookRetryMinutes = [1, 3, 10, 30, 60, 120, 240, 360, 480] as const

export interface WebhookUrl {
  scheme: 'http' | 'https'
  host: string
  port: number
  path: string
  query: string
}

const urlPattern =
  /^(https?):\/\/([a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(?::(\d{1,5}))?(\/[\w\-./~%!$&'()*+,;=:@]*)?(?:\?([\w\-./~%!$&'()*+,;=:@?]*))?$/i

/** Parses a webhook URL. Returns `undefined` if it is invalid or contains a user name or password. */
export function parseWebhookUrl(url: string): WebhookUrl | undefined {
  const [, scheme = '', host = '', port, path = '/', query = ''] = urlPattern.exec(url) ?? []
  if (!host) return undefined
  const isTls = scheme.toLowerCase() === 'https'
  const number = port ? Number(port) : isTls ? 443 : 80
  if (number < 1 || number > 65_535 || hasInvalidEncoding(path)) return undefined
  return { scheme: isTls ? 'https' : 'http', host: host.toLowerCase(), port: number, path, query }
}

/** Returns whether a path contains percent-encoding that is invalid UTF-8. The HTTP client would change such a path. */
function hasInvalidEncoding(path: string): boolean {
  // Checks the syntax separately, because goja's `decodeURIComponent` accepts invalid sequences. It decodes invalid UTF-8 to U+FFFD.
  if (/%(?![\da-f]{2})/i.test(path)) return true
  try {
    return decodeURIComponent(path).includes('\ufffd')
  } catch {
    return true
  }
}
