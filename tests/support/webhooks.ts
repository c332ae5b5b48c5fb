import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookEvent } from '../../src/domain/webhooks/webhook.ts'
import type { CreatedWebhook, Webhook, WebhookBody } from '../../src/domain/webhooks/webhook-output.ts'
import { thisMachine } from './environment.ts'
import type { Person } from './people.ts'

const path = '/api/app/webhooks'

export const newWebhook = (admin: Person, url: string, events: WebhookEvent[]) =>
  admin.pb.send<CreatedWebhook>(path, { method: 'POST', body: { url, events } })

export async function webhookOf(admin: Person, id: string): Promise<Webhook> {
  const { items } = await admin.pb.send<{ items: Webhook[] }>(path, { method: 'GET' })
  return items.find((each) => each.id === id) as Webhook
}

export const webhookStep = (admin: Person, address: string, method = 'POST') =>
  admin.pb.send<void>(`${path}/${address}`, { method })

export interface WebhookCall {
  headers: IncomingMessage['headers']
  text: string
  body: WebhookBody
}

/** Starts a webhook receiver on this machine that containers can reach. */
export async function aListener(
  answer: (response: ServerResponse, request: IncomingMessage) => void = (r) => r.end('gracias'),
) {
  const calls: WebhookCall[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += String(chunk)
    })
    request.on('end', () => {
      calls.push({ headers: request.headers, text, body: JSON.parse(text || 'null') as WebhookBody })
      answer(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  return { calls: calls, port, url: `http://${thisMachine}:${port}/aviso?de=pruebas`, close: () => server.close() }
}

/** Signature as docs/integracion/webhooks.md describes it. */
export function isSigned({ headers, text }: WebhookCall, secret: string): boolean {
  const [, at = '', signature = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-formatos-signature'])) ?? []
  return createHmac('sha256', secret).update(`${at}.${text}`).digest('hex') === signature
}
