import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../lib/query-client.ts'
import { onlyAdmins } from '../../../session/only-admins.ts'
import { webhookList } from '../../../webhooks/queries.ts'
import { WebhooksPage } from './-webhooks/webhooks-page.tsx'

export const Route = createFileRoute('/app/settings/webhooks')({
  beforeLoad: onlyAdmins,
  loader: () => queryClient.query(webhookList()),
  component: WebhooksPage,
})
