import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CreatedWebhook, type Webhook, webhookEventLabels } from '../../../../domain/webhooks/webhook.ts'
import { messageOf } from '../../../../lib/message.ts'
import { momentOf } from '../../../../lib/when.ts'
import { SettingsLinks } from '../../../../settings/settings-links.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Cluster } from '../../../../ui/cluster.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { SecretDialog } from '../../../../ui/secret-dialog.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import { DeliveryTable } from '../../../../webhooks/delivery-table.tsx'
import { NewWebhookDialog } from '../../../../webhooks/new-webhook-dialog.tsx'
import { deleteWebhook, resumeWebhook, testWebhook, webhookList } from '../../../../webhooks/queries.ts'

export function WebhooksPage() {
  const { data: webhooks } = useSuspenseQuery(webhookList())
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<CreatedWebhook>()
  const [leaving, setLeaving] = useState<Webhook>()
  return (
    <Stack gap={5}>
      <PageHeader
        title="Webhooks"
        description="Direcciones de otros programas que reciben las novedades."
        actions={
          <Button variant="primary" icon="plus" onClick={() => setMaking(true)}>
            Nuevo webhook
          </Button>
        }
      />
      <SettingsLinks />
      {webhooks.length === 0 && (
        <EmptyState icon="send" title="Aún no se avisa a ningún programa">
          Con un webhook, un programa sabe que un documento está listo sin preguntar cada minuto.
        </EmptyState>
      )}
      {webhooks.map((webhook) => (
        <OneWebhook key={webhook.id} webhook={webhook} onDelete={() => setLeaving(webhook)} />
      ))}
      {isMaking && (
        <NewWebhookDialog
          onClose={() => setMaking(false)}
          onMade={(webhook) => {
            setMaking(false)
            setMade(webhook)
          }}
        />
      )}
      {made && (
        <SecretDialog
          title="La clave de las firmas"
          label="Clave de las firmas"
          secret={made.secret}
          onClose={() => setMade(undefined)}
        >
          Cópiela ahora: no se vuelve a mostrar. Con ella el otro programa comprueba que el aviso viene de este
          servidor.
        </SecretDialog>
      )}
      {leaving && <DeleteDialog {...leaving} onClose={() => setLeaving(undefined)} />}
    </Stack>
  )
}

function OneWebhook({ webhook, onDelete }: { webhook: Webhook; onDelete: () => void }) {
  const { id, url, events, createdByName, created, failingSince, paused, leftOutAt, deliveries } = webhook
  const testing = useMutation(testWebhook())
  const resuming = useMutation(resumeWebhook())
  return (
    <Panel
      title={url}
      description={`${events.map((event) => webhookEventLabels[event]).join(', ')}. Lo creó ${createdByName} el ${momentOf(created)}`}
    >
      <Stack gap={3}>
        {paused && (
          <Notice
            tone="warning"
            title="En pausa"
            action={
              <Button size="s" pending={resuming.isPending} onClick={() => resuming.mutate(id)}>
                Reanudar
              </Button>
            }
          >
            Se pausó después de tres días sin recibir. Al reanudarlo se envían también los avisos pendientes.
          </Notice>
        )}
        {!paused && failingSince && (
          <Notice tone="warning">No recibe desde el {momentOf(failingSince)}. A los tres días se pausa.</Notice>
        )}
        {leftOutAt && (
          <Notice tone="warning">
            Había 10.000 avisos pendientes y los siguientes no se guardaron; el último, el {momentOf(leftOutAt)}.
            Consulte los datos que falten con una clave.
          </Notice>
        )}
        {deliveries.length > 0 && <DeliveryTable url={url} deliveries={deliveries} />}
        <Cluster>
          <Button icon="send" pending={testing.isPending} onClick={() => testing.mutate(id)}>
            Enviar una prueba
          </Button>
          <Button icon="trash" onClick={onDelete} aria-label={`Borrar el webhook de ${url}`}>
            Borrar
          </Button>
        </Cluster>
      </Stack>
    </Panel>
  )
}

function DeleteDialog({ id, url, onClose }: Webhook & { onClose: () => void }) {
  const deleting = useMutation({ ...deleteWebhook(), onSuccess: onClose })
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      onConfirm={() => deleting.mutate(id)}
      title="¿Borrar este webhook?"
      confirmLabel="Borrar 1 webhook"
      pending={deleting.isPending}
      error={deleting.error ? messageOf(deleting.error) : undefined}
    >
      No se envían más avisos a {url}. Se borran los pendientes y su registro.
    </ConfirmDialog>
  )
}
