import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../lib/error-message.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { endSessions } from '../account.ts'

export function EndSessionsPanel() {
  const [asking, setAsking] = useState(false)
  function ask() {
    end.reset()
    setAsking(true)
  }
  const end = useMutation({
    mutationFn: endSessions,
    meta: { quiet: true, success: 'Se cerraron todas las demás sesiones.' },
    onSuccess: () => setAsking(false),
  })
  return (
    <>
      <div>
        <Button onClick={ask}>Cerrar todas las sesiones</Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="¿Cerrar todas las sesiones?"
        confirmLabel="Cerrar todas las sesiones"
        pending={end.isPending}
        error={end.error ? describeError(end.error) : undefined}
        onConfirm={() => end.mutate()}
      >
        Los demás navegadores y equipos donde su cuenta esté abierta tendrán que iniciar sesión de nuevo. Esta sesión
        sigue abierta.
      </ConfirmDialog>
    </>
  )
}
