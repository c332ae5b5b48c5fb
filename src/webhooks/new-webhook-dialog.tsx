import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { webhookEventLabels, webhookEvents } from '../domain/webhooks/webhook.ts'
import { type WebhookInput, webhookSchema } from '../domain/webhooks/webhook-input.ts'
import type { CreatedWebhook } from '../domain/webhooks/webhook-output.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { FormField } from '../ui/form/form-field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { Stack } from '../ui/page/stack.tsx'
import { createWebhookMutation } from './queries.ts'

const labels = { url: 'Dirección', events: 'Novedades que se envían' }

export function NewWebhookDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: CreatedWebhook) => void }) {
  const making = useMutation({ ...createWebhookMutation(), onSuccess: onMade })
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
