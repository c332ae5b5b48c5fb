import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props {
  open: boolean
  /** «este grupo» */
  what: string
  onStay: () => void
  onLeave: () => void
}

/** Asks before a dialog closes over what was written in it. */
export function DiscardDialog({ open, what, onStay, onLeave }: Props) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onStay}
      onConfirm={onLeave}
      title={`¿Salir sin guardar ${what}?`}
      confirmLabel="Descartar lo escrito"
      danger
    >
      <p>Lo que cambió en este cuadro se pierde.</p>
    </ConfirmDialog>
  )
}
