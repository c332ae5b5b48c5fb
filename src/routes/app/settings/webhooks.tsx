import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../lib/query-client.ts'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { webhookListQuery } from '../../../webhooks/queries.ts'
import { WebhooksPage } from './-webhooks/webhooks-page.tsx'

export const Route = createFileRoute('/app/settings/webhooks')({
  beforeLoad: requireAdminRole,
  loader: () => queryClient.query(webhookListQuery),
  component: WebhooksPage,
})
