import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { Notice } from '../../ui/notice.tsx'

interface Props {
  onInsist: () => void
  onDiscard: () => void
}

export function EditConflictNotice({ onInsist, onDiscard }: Props) {
  return (
    <Notice tone="warning" live title="Este formato cambió en otra ventana o en otro equipo.">
      <p>Sus cambios siguen en pantalla. Elija qué versión conservar.</p>
      <Cluster gap={2}>
        <Button size="s" variant="primary" onClick={onInsist}>
          Conservar mis cambios
        </Button>
        <Button size="s" onClick={onDiscard}>
          Ver la versión guardada
        </Button>
      </Cluster>
    </Notice>
  )
}
