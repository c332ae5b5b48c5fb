import { mutationOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { MutationDialog } from '../../ui/overlay/mutation-dialog.tsx'
import { endSessions } from '../account.ts'

const endSessionsMutation = mutationOptions({
  mutationFn: endSessions,
  meta: { quiet: true, success: 'Se cerraron todas las demás sesiones.' },
})

export function EndSessionsPanel() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <div>
        <Button onClick={() => setAsking(true)}>Cerrar todas las sesiones</Button>
      </div>
      {asking && (
        <MutationDialog
          mutation={endSessionsMutation}
          variables={undefined}
          onClose={() => setAsking(false)}
          title="¿Cerrar todas las sesiones?"
          confirmLabel="Cerrar todas las sesiones"
        >
          Los demás navegadores y equipos donde su cuenta esté abierta tendrán que iniciar sesión de nuevo. Esta sesión
          sigue abierta.
        </MutationDialog>
      )}
    </>
  )
}
