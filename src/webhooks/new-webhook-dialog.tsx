import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type NewWebhook, webhookEventNames, webhookEvents } from '../domain/webhooks/webhook.ts'
import { type WebhookInput, webhookInput } from '../domain/webhooks/webhook-input.ts'
import { applyFieldErrors, errorOf, frameOf } from '../lib/form.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { FormField } from '../ui/form-field.tsx'
import { Stack } from '../ui/stack.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { createWebhook } from './queries.ts'

const labels = { url: 'Dirección', events: 'Novedades que se envían' }

export function NewWebhookDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: NewWebhook) => void }) {
  const form = useForm<WebhookInput>({ resolver: zodResolver(webhookInput), defaultValues: { url: '', events: [] } })
  const making = useMutation({
    ...createWebhook(),
    onSuccess: onMade,
    onError: (error) => applyFieldErrors(form, error),
  })
  const { errors, isDirty } = form.formState
  return (
    <FormDialog
      id="webhook"
      title="Nuevo webhook"
      description="El servidor envía un aviso a esa dirección por cada novedad. El aviso no lleva los datos: se consultan con una clave."
      submit="Crear el webhook"
      pending={making.isPending}
      unsaved={isDirty && 'este webhook'}
      {...frameOf(form, labels)}
      onSubmit={form.handleSubmit((webhook) => making.mutate(webhook))}
      onClose={onClose}
    >
      <FormField
        label={labels.url}
        name="url"
        required
        help="Con https:// y un nombre de la red pública, sin usuario ni contraseña. Las redes privadas las permite WEBHOOK_PRIVATE=si en el servidor."
        error={errorOf(errors, 'url')}
      >
        <TextInput type="url" autoComplete="off" {...form.register('url')} />
      </FormField>
      <FormField label={labels.events} name="events" group required error={errorOf(errors, 'events')}>
        <Stack gap={1}>
          {webhookEvents.map((event) => (
            <Checkbox
              key={event}
              label={webhookEventNames[event]}
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
