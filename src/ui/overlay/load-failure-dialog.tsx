import { Button } from '../actions/button.tsx'
import { Dialog } from './dialog.tsx'

/** Message of a part whose files could not be loaded. After an update of the server, only a reload of the page loads them. */
export const loadFailureMessage =
  'Esta parte de la página no se pudo cargar. Revise su conexión. Si el sistema se actualizó, vuelva a cargar la página.'

export const reloadPage = () => location.reload()

interface Props {
  open: boolean
  onClose: () => void
  onRetry: () => void
}

export function LoadFailureDialog({ open, onClose, onRetry }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="No se pudo abrir"
      footer={
        <>
          <Button onClick={onClose}>Cerrar</Button>
          <Button onClick={reloadPage}>Volver a cargar la página</Button>
          <Button variant="primary" onClick={onRetry}>
            Intentar de nuevo
          </Button>
        </>
      }
    >
      {loadFailureMessage}
    </Dialog>
  )
}
