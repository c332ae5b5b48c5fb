import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveryStateLabels, getWhatsAppUrl } from '../../domain/deliveries/delivery.ts'
import type { Delivery } from '../../domain/deliveries/delivery-output.ts'
import type { Request } from '../../domain/requests/request-output.ts'
import { formatDateTime } from '../../lib/date-format.ts'
import { formatCount } from '../../lib/number-format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { DescriptionList } from '../../ui/data/description-list.tsx'
import { StateBadge } from '../../ui/data/state-badge.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { SecretDialog } from '../../ui/overlay/secret-dialog.tsx'
import { Cluster, Panel, Stack } from '../../ui/page/layout.tsx'
import { CorrectAddressesDialog } from './correct-addresses-dialog.tsx'
import { correctAddressesMutation, createLinkMutation, sendAgainMutation } from './link-actions.tsx'

interface Props {
  request: Request
  delivery: Delivery
  /** Name of the format. */
  format: string
}

const hints = {
  '': 'La solicitud no tiene un correo al que entregar. Escríbalo para enviar el documento.',
  waiting: 'Sale en unos minutos. Los documentos de un lote para la misma persona van en un solo correo.',
  sent: 'El servidor de correo lo recibió. Si la dirección no existe, a veces responde después y solo al buzón del remitente.',
  opened: 'La persona confirmó su correo y vio el documento.',
  refused: 'El servidor de correo no lo aceptó. Revise la respuesta y envíelo de nuevo.',
  unknown: 'No se sabe si llegó: el envío se interrumpió. Pregunte al destinatario o envíelo de nuevo.',
  address: 'La dirección no existe o no recibe correo. Corríjala para enviarlo de nuevo.',
} as const satisfies Record<Delivery['state'], string>

/** Panel with the state of the delivery, and the means to repeat or correct it. */
export function DeliveryPanel({ request, delivery, format }: Props) {
  const { state, email, phone, error, timesSent, sentAt, openedAt } = delivery
  const [opened, setOpened] = useState<'correct' | 'link' | null>(null)
  const sending = useMutation(sendAgainMutation)
  const close = () => setOpened(null)
  const sent = sentAt && formatDateTime(sentAt)
  const items = [
    { term: 'Destinatario', value: email },
    ...(sent
      ? [{ term: 'Enviado', value: timesSent > 1 ? `${sent}, ${formatCount(timesSent, 'vez', 'veces')}` : sent }]
      : []),
    ...(openedAt ? [{ term: 'Abierto', value: formatDateTime(openedAt) }] : []),
    ...(error ? [{ term: 'Respuesta del servidor de correo', value: error, wide: true }] : []),
  ]
  const isLive = !request.annulledAt
  return (
    <Panel title="Entrega" actions={state && <StateBadge {...deliveryStateLabels[state]} />}>
      <Stack gap={3}>
        <p>{isLive ? hints[state] : 'El documento está anulado. El enlace lo muestra así.'}</p>
        {email && <DescriptionList items={items} />}
        {isLive && (
          <Cluster gap={2}>
            {state && state !== 'waiting' && (
              <Button icon="send" pending={sending.isPending} onClick={() => sending.mutate({ ids: [request.id] })}>
                Enviar de nuevo
              </Button>
            )}
            <Button icon="edit" onClick={() => setOpened('correct')}>
              {email ? 'Corregir correo' : 'Escribir correo'}
            </Button>
            {email && (
              <Button icon="plus" onClick={() => setOpened('link')}>
                Crear enlace
              </Button>
            )}
          </Cluster>
        )}
      </Stack>
      {opened === 'correct' && (
        <CorrectAddressesDialog
          items={[{ id: request.id, label: 'Correo del destinatario', email }]}
          mutation={correctAddressesMutation}
          onClose={close}
        />
      )}
      {opened === 'link' && <LinkDialog request={request.id} phone={phone} format={format} onClose={close} />}
    </Panel>
  )
}

interface LinkDialogProps {
  request: string
  phone: string
  format: string
  onClose: () => void
}

/** Asks before a new link replaces the former one, and then shows it. */
function LinkDialog({ request, phone, format, onClose }: LinkDialogProps) {
  const creating = useMutation(createLinkMutation)
  const url = creating.data?.url
  if (!url)
    return (
      <ConfirmDialog
        title="¿Crear un enlace nuevo?"
        confirmLabel="Crear enlace"
        pending={creating.isPending}
        onClose={onClose}
        onConfirm={() => creating.mutate(request)}
      >
        <p>El enlace del último correo deja de servir. El nuevo también pide el código que llega al destinatario.</p>
      </ConfirmDialog>
    )
  return (
    <SecretDialog
      title="Enlace del destinatario"
      label="Dirección del enlace"
      secret={url}
      closeLabel="Cerrar"
      actions={
        phone && (
          <a href={getWhatsAppUrl(phone, `${format}: ${url}`)} target="_blank" rel="noreferrer">
            Abrir WhatsApp
          </a>
        )
      }
      onClose={onClose}
    >
      Entréguelo solo a su destinatario. No se vuelve a mostrar.
    </SecretDialog>
  )
}
