import { useMutation } from '@tanstack/react-query'
import { webhookErrorLabels, webhookEventLabels } from '../domain/webhooks/webhook.ts'
import type { WebhookDelivery } from '../domain/webhooks/webhook-output.ts'
import { formatDateTime } from '../lib/date-format.ts'
import { formatCount } from '../lib/number-format.ts'
import { Button } from '../ui/actions/button.tsx'
import { Badge, type BadgeTone } from '../ui/data/badge.tsx'
import { Table, type TableColumn } from '../ui/data/table.tsx'
import { Stack } from '../ui/page/layout.tsx'
import { resendDeliveryMutation } from './queries.ts'
import s from './webhook-delivery-table.module.css'

const statusBadges: Record<WebhookDelivery['status'], { tone: BadgeTone; name: string }> = {
  waiting: { tone: 'info', name: 'En espera' },
  sent: { tone: 'success', name: 'Recibido' },
  failed: { tone: 'danger', name: 'Sin recibir' },
}

export function WebhookDeliveryTable({ url, deliveries }: { url: string; deliveries: readonly WebhookDelivery[] }) {
  const sending = useMutation(resendDeliveryMutation)
  const columns: TableColumn<WebhookDelivery>[] = [
    {
      id: 'event',
      header: 'Aviso',
      card: 'title',
      width: '12rem',
      cell: ({ event, created }) => (
        <Stack gap={1}>
          <strong>{webhookEventLabels[event]}</strong>
          <time dateTime={created} className="text-secondary">
            {formatDateTime(created)}
          </time>
        </Stack>
      ),
    },
    {
      id: 'status',
      header: 'Estado',
      cell: (delivery) => (
        <Stack gap={1}>
          <span>
            <Badge tone={statusBadges[delivery.status].tone}>{statusBadges[delivery.status].name}</Badge>
          </span>
          <span className="text-secondary">{formatAttempts(delivery)}</span>
        </Stack>
      ),
    },
    { id: 'answer', header: 'Respuesta', cell: DeliveryResponse },
    {
      id: 'actions',
      header: 'Acciones',
      hideHeader: true,
      align: 'end',
      cell: ({ id, event, created }) => (
        <Button
          size="s"
          pending={sending.isPending && sending.variables === id}
          onClick={() => sending.mutate(id)}
          aria-label={`Enviar otra vez el aviso «${webhookEventLabels[event]}» de ${formatDateTime(created)}`}
        >
          Enviar otra vez
        </Button>
      ),
    },
  ]
  return <Table caption={`Avisos a ${url}`} columns={columns} rows={deliveries} rowId={({ id }) => id} />
}

function formatAttempts({ event, attempts, status, due }: WebhookDelivery): string {
  if (attempts === 0) return 'Aún sin intentar'
  if (event === 'test') return 'Un intento'
  const text = formatCount(attempts, 'intento', 'intentos')
  return status === 'waiting' ? `${text}; el siguiente, ${formatDateTime(due)}` : text
}

function DeliveryResponse({ attempts, answerStatus, error, answer }: WebhookDelivery) {
  if (error) return webhookErrorLabels[error]
  return attempts > 0 && answerStatus > 0 && <code className={s.answer}>{`${answerStatus} ${answer}`}</code>
}
