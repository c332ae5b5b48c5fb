import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { WebhookInput } from '../domain/webhooks/webhook-input.ts'
import type { CreatedWebhook, Webhook } from '../domain/webhooks/webhook-output.ts'
import { pb } from '../lib/pb.ts'

const path = '/api/app/webhooks'
const callWebhookApi = (address: string, method = 'POST') => pb.send<void>(`${path}/${address}`, { method })

export const webhookListQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: async () => (await pb.send<{ items: Webhook[] }>(path, { method: 'GET' })).items,
  staleTime: 0,
})

export const createWebhookMutation = mutationOptions({
  mutationKey: ['webhooks', 'create'],
  mutationFn: (webhook: WebhookInput) => pb.send<CreatedWebhook>(path, { method: 'POST', body: webhook }),
  meta: { quiet: true },
})

export const deleteWebhookMutation = mutationOptions({
  mutationKey: ['webhooks', 'delete'],
  mutationFn: (id: string) => callWebhookApi(id, 'DELETE'),
  meta: { success: 'Webhook borrado.', quiet: true },
})

export const testWebhookMutation = mutationOptions({
  mutationKey: ['webhooks', 'test'],
  mutationFn: (id: string) => callWebhookApi(`${id}/test`),
  meta: { success: 'Prueba enviada. Vea la respuesta en el registro.' },
})

export const resumeWebhookMutation = mutationOptions({
  mutationKey: ['webhooks', 'resume'],
  mutationFn: (id: string) => callWebhookApi(`${id}/resume`),
  meta: { success: 'Webhook reanudado.' },
})

export const resendDeliveryMutation = mutationOptions({
  mutationKey: ['webhooks', 'send'],
  mutationFn: (delivery: string) => callWebhookApi(`deliveries/${delivery}/send`),
  meta: { success: 'Aviso enviado otra vez. Vea la respuesta en el registro.' },
})
