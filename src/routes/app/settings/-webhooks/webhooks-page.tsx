import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { webhookEventLabels, webhookEvents } from '../../../../domain/webhooks/webhook.ts'
import { type WebhookInput, webhookSchema } from '../../../../domain/webhooks/webhook-input.ts'
import type { CreatedWebhook, Webhook } from '../../../../domain/webhooks/webhook-output.ts'
import { formatDateTime } from '../../../../lib/date-format.ts'
import { useFormDialog } from '../../../../lib/use-form-dialog.ts'
import { SettingsHeader } from '../../../../settings/settings-header.tsx'
import { Button } from '../../../../ui/actions/button.tsx'
import { Checkbox, FormField, TextInput } from '../../../../ui/form/form-field.tsx'
import { FormDialog } from '../../../../ui/overlay/form-dialog.tsx'
import { MutationDialog } from '../../../../ui/overlay/mutation-dialog.tsx'
import { SecretDialog } from '../../../../ui/overlay/secret-dialog.tsx'
import { Cluster, Panel, Stack } from '../../../../ui/page/layout.tsx'
import { EmptyState, Notice } from '../../../../ui/state/screen-states.tsx'
import {
  createWebhookMutation,
  deleteWebhookMutation,
  resumeWebhookMutation,
  testWebhookMutation,
  webhookListQuery,
} from '../../../../webhooks/queries.ts'
import { WebhookDeliveryTable } from '../../../../webhooks/webhook-delivery-table.tsx'

export function WebhooksPage() {
  const { data: webhooks } = useSuspenseQuery(webhookListQuery)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<CreatedWebhook>()
  const [leaving, setLeaving] = useState<Webhook>()
  return (
    <Stack gap={5}>
      <SettingsHeader
        title="Webhooks"
        description="Direcciones de otros programas que reciben las novedades."
        actions={
          <Button variant="primary" icon="plus" onClick={() => setMaking(true)}>
            Nuevo webhook
          </Button>
        }
      />
      {webhooks.length === 0 && (
        <EmptyState
          icon="send"
          title="Aún no se avisa a ningún programa"
          action={<Button onClick={() => setMaking(true)}>Crear el primer webhook</Button>}
        >
          Un webhook avisa a otro programa, por ejemplo, cuando un documento está listo.
        </EmptyState>
      )}
      {webhooks.map((webhook) => (
        <WebhookPanel key={webhook.id} webhook={webhook} onDelete={() => setLeaving(webhook)} />
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
      {leaving && <DeleteWebhookDialog {...leaving} onClose={() => setLeaving(undefined)} />}
    </Stack>
  )
}

function WebhookPanel({ webhook, onDelete }: { webhook: Webhook; onDelete: () => void }) {
  const { id, url, events, createdByName, created, failingSince, paused, droppedAt, deliveries } = webhook
  const testing = useMutation(testWebhookMutation)
  const resuming = useMutation(resumeWebhookMutation)
  return (
    <Panel
      title={url}
      description={`${events.map((event) => webhookEventLabels[event]).join(', ')}. Lo creó ${createdByName} el ${formatDateTime(created)}`}
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
          <Notice tone="warning">No recibe desde el {formatDateTime(failingSince)}. A los tres días se pausa.</Notice>
        )}
        {droppedAt && (
          <Notice tone="warning">
            Había 10.000 avisos pendientes y los siguientes no se guardaron; el último, el {formatDateTime(droppedAt)}.
            Consulte los datos que falten con una clave.
          </Notice>
        )}
        {deliveries.length > 0 && <WebhookDeliveryTable url={url} deliveries={deliveries} />}
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

function DeleteWebhookDialog({ id, url, onClose }: Webhook & { onClose: () => void }) {
  return (
    <MutationDialog
      danger
      onClose={onClose}
      mutation={deleteWebhookMutation}
      variables={id}
      title="¿Borrar este webhook?"
      confirmLabel="Borrar 1 webhook"
    >
      No se envían más avisos a {url}. Se borran los pendientes y su registro.
    </MutationDialog>
  )
}

const labels = { url: 'Dirección', events: 'Novedades que se envían' }

function NewWebhookDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: CreatedWebhook) => void }) {
  const making = useMutation({ ...createWebhookMutation, onSuccess: onMade })
  const { form, dialog, field } = useFormDialog<WebhookInput>({
    labels,
    resolver: zodResolver(webhookSchema),
    values: { url: '', events: [] },
    noun: 'este webhook',
    send: making.mutateAsync,
  })
  return (
    <FormDialog
      id="webhook"
      title="Nuevo webhook"
      description="El servidor envía un aviso a esa dirección por cada novedad. El aviso no lleva los datos: se consultan con una clave."
      submit="Crear el webhook"
      {...dialog}
      onClose={onClose}
    >
      <FormField
        {...field('url')}
        required
        help="Con https:// y un nombre de la red pública, sin usuario ni contraseña. Las redes privadas las permite WEBHOOK_PRIVATE=si en el servidor."
      >
        <TextInput type="url" autoComplete="off" {...form.register('url')} />
      </FormField>
      <FormField {...field('events')} group required>
        <Stack gap={1}>
          {webhookEvents.map((event) => (
            <Checkbox
              key={event}
              label={webhookEventLabels[event]}
              help={event}
              value={event}
              {...form.register('events')}
            />
          ))}
        </Stack>
      </FormField>
    </FormDialog>
  )
}
