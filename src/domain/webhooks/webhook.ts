import type { Id } from '../text/text-types.ts'
/** Webhook events. Defined in a module without zod, to reduce the bundle. */
export const webhookEvents = [
  'request.submitted',
  'request.decided',
  'document.ready',
  'batch.finished',
  'user.registered',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const webhookEventLabels = {
  'request.submitted': 'Solicitud enviada',
  'request.decided': 'Solicitud decidida',
  'document.ready': 'Documento listo',
  'batch.finished': 'Lote terminado',
  'user.registered': 'Persona registrada',
  test: 'Prueba',
} as const satisfies Record<WebhookEvent | 'test', string>

/** Records to which a webhook message refers. */
interface WebhookSubject {
  collection: 'requests' | 'batches' | 'users' | 'webhooks'
  /** Ids of the records, at most the first 1,000. @description De más de mil, los primeros: los demás encabezan `GET /api/app/requests?sort=-decidedAt` (o `-submittedAt`) */
  ids: Id[]
  /** Number of records, which may be higher than the number of `ids`. @minimum 1 @description De cuántas se avisa */
  count: number
}

/** Webhook message. It contains only ids; the receiver fetches the data with an API key. */
export interface WebhookBody {
  /** Id of the message; the same in all attempts. @description El mismo en cada intento */
  id: Id
  event: WebhookEvent | 'test'
  /** Time of the event, in UTC (ISO 8601). If there are several events, time of the first. @format date-time @description UTC: cuándo pasó, o empezó a pasar */
  at: string
  subject: WebhookSubject
}

/** Labels of connection errors, i.e. attempts without an HTTP response. */
export const webhookErrorLabels = {
  connection: 'No se pudo conectar',
  timeout: 'No respondió en 10 segundos',
  redirect: 'Respondió con una redirección, que no se admite',
  private: 'La dirección es de una red privada o de este equipo',
} as const
export type WebhookErrorCode = keyof typeof webhookErrorLabels

/** Backoff in minutes between attempts. Gives ten attempts in about a day. */
export const webhookRetryMinutes = [1, 3, 10, 30, 60, 120, 240, 360, 480] as const

export interface WebhookDelivery {
  id: string
  event: WebhookEvent | 'test'
  created: string
  due: string
  status: 'waiting' | 'sent' | 'failed'
  tries: number
  /** HTTP status of the latest attempt. 0 if there was no response; `error` is then set. */
  answerStatus: number
  error: WebhookErrorCode | ''
  answer: string
  triedAt: string
}

export interface Webhook {
  id: string
  url: string
  events: WebhookEvent[]
  created: string
  createdByName: string
  failingSince: string
  paused: string
  /** Time of the last event that was dropped for this webhook, because its queue was full. */
  leftOutAt: string
  deliveries: WebhookDelivery[]
}

export interface CreatedWebhook {
  id: string
  secret: string
}

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
