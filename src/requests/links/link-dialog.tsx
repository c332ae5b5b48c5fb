import { useMutation } from '@tanstack/react-query'
import { getWhatsAppUrl } from '../../domain/deliveries/delivery.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { SecretDialog } from '../../ui/overlay/secret-dialog.tsx'
import { createLinkMutation } from './link-actions.tsx'

interface Props {
  request: string
  phone: string
  format: string
  onClose: () => void
}

/** Asks before a new link replaces the former one, and then shows it. */
export function LinkDialog({ request, phone, format, onClose }: Props) {
  const creating = useMutation(createLinkMutation)
  const url = creating.data?.url
  if (!url)
    return (
      <ConfirmDialog
        open
        title="¿Crear un enlace nuevo?"
        confirmLabel="Crear enlace"
        pending={creating.isPending}
        onClose={onClose}
        onConfirm={() => creating.mutate(request)}
      >
        <p>El enlace del último correo deja de servir. Quien abra el nuevo confirma el correo del destinatario.</p>
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
