import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { ErrorNotice } from '../state/screen-states.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  /** Default: true. */
  open?: boolean
  onClose: () => void
  onConfirm: () => void
  /** Question that names action and count: «¿Rechazar 12 solicitudes?». */
  title: string
  confirmLabel: string
  danger?: boolean
  pending?: boolean
  size?: 's' | 'm'
  error?: string | undefined
  children?: ReactNode
}

/** Confirmation dialog. */
export function ConfirmDialog({ onClose, onConfirm, size = 's', pending = false, error, children, ...props }: Props) {
  return (
    <Dialog
      open={props.open}
      onClose={onClose}
      title={props.title}
      locked={pending}
      size={size}
      footer={
        <>
          <Button onClick={onClose} disabled={pending}>
            Volver
          </Button>
          <Button variant={props.danger ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      <ErrorNotice>{error}</ErrorNotice>
    </Dialog>
  )
}
