import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { Notice } from '../../ui/notice.tsx'

interface Props {
  onInsist: () => void
  onDiscard: () => void
}

/** Two people changed one format: neither loses anything before somebody has chosen. */
export function EditedNotice({ onInsist, onDiscard }: Props) {
  return (
    <Notice tone="warning" live title="Este formato cambió en otra ventana o en otro equipo.">
      <p>Lo que usted cambió aquí sigue en pantalla. Elija con cuál se queda.</p>
      <Cluster gap={2}>
        <Button size="s" variant="primary" onClick={onInsist}>
          Conservar lo que cambié aquí
        </Button>
        <Button size="s" onClick={onDiscard}>
          Ver lo que está guardado
        </Button>
      </Cluster>
    </Notice>
  )
}
