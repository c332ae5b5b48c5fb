import { useMutation } from '@tanstack/react-query'
import { type WebhookDelivery, webhookErrorLabels, webhookEventLabels } from '../domain/webhooks/webhook.ts'
import { countOf } from '../lib/count.ts'
import { momentOf } from '../lib/when.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Stack } from '../ui/stack.tsx'
import { Table } from '../ui/table.tsx'
import type { TableColumn } from '../ui/table-head.tsx'
import s from './delivery-table.module.css'
import { sendAgain } from './queries.ts'

const looks: Record<WebhookDelivery['status'], { tone: Tone; name: string }> = {
  waiting: { tone: 'info', name: 'En espera' },
  sent: { tone: 'success', name: 'Recibido' },
  failed: { tone: 'danger', name: 'Sin recibir' },
}

/** Table of the deliveries to one webhook URL with their responses, latest first. */
export function DeliveryTable({ url, deliveries }: { url: string; deliveries: readonly WebhookDelivery[] }) {
  const sending = useMutation(sendAgain())
  const columns: TableColumn<WebhookDelivery>[] = [
    {
      id: 'event',
      header: 'Aviso',
      card: 'title',
      width: '12rem',
      cell: ({ event, created }) => (
        <Stack gap={1}>
          <strong>{webhookEventLabels[event]}</strong>
          <time dateTime={created} className={s.note}>
            {momentOf(created)}
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
            <Badge tone={looks[delivery.status].tone}>{looks[delivery.status].name}</Badge>
          </span>
          <span className={s.note}>{triesOf(delivery)}</span>
        </Stack>
      ),
    },
    { id: 'answer', header: 'Respuesta', cell: Answer },
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
          aria-label={`Enviar otra vez el aviso «${webhookEventLabels[event]}» de ${momentOf(created)}`}
        >
          Enviar otra vez
        </Button>
      ),
    },
  ]
  return <Table caption={`Avisos a ${url}`} columns={columns} rows={deliveries} rowId={({ id }) => id} />
}

function triesOf({ event, tries, status, due }: WebhookDelivery): string {
  if (tries === 0) return 'Aún sin intentar'
  if (event === 'test') return 'Un intento'
  const said = countOf(tries, 'intento', 'intentos')
  return status === 'waiting' ? `${said}; el siguiente, ${momentOf(due)}` : said
}

function Answer({ tries, answerStatus, error, answer }: WebhookDelivery) {
  if (error) return webhookErrorLabels[error]
  return tries > 0 && answerStatus > 0 && <code className={s.answer}>{`${answerStatus} ${answer}`}</code>
}
