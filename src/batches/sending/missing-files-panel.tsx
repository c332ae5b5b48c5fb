import { formatCount } from '../../lib/number-format.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import type { DroppedFileStore } from '../files/dropped-file-store.ts'
import { FileDropZone } from '../files/file-drop-zone.tsx'
import type { RowEditor } from '../rows/row-editor.ts'

interface Props {
  editor: RowEditor
  dropped: DroppedFileStore
  gone: number
  onWithout: () => void
  onBack: () => void
}

/** Panel that asks the user to drop the files again, because they were lost when the page closed. The user may also send the rows without files. */
export function MissingFilesPanel({ editor, dropped, gone, onWithout, onBack }: Props) {
  return (
    <Panel title="Vuelva a soltar la carpeta">
      <Stack>
        <Notice
          tone="warning"
          live
          title={`${formatCount(gone, 'archivo ya no está', 'archivos ya no están')} a la mano`}
        >
          El navegador no guarda los archivos cuando se cierra la página. Los que ya subieron no se repiten.
        </Notice>
        <FileDropZone dropped={dropped} onFiles={(files) => void editor.addFiles(files)} hasSome={false} />
        <Cluster>
          <Button onClick={onBack}>Volver a las filas</Button>
          <Button variant="quiet" onClick={onWithout}>
            Seguir sin ellos: sus filas quedan con errores
          </Button>
        </Cluster>
      </Stack>
    </Panel>
  )
}
