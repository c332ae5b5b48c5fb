import { useStore } from 'zustand'
import { maxFileMegabytes, maxFilesPerField } from '../../domain/attachments/attachment.ts'
import type { UploadedFile } from '../../domain/attachments/file-names.ts'
import { type DroppedFile, listSelectedFiles, readDroppedFiles } from '../../lib/dropped-files.ts'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Stack } from '../../ui/stack.tsx'
import type { DroppedFileStore } from './dropped-file-store.ts'

interface Props {
  dropped: DroppedFileStore
  onFiles: (files: UploadedFile[]) => void
  hasSome: boolean
}

/** Drop zone for a folder, a ZIP or files. Checks the files in the browser before they are uploaded. */
export function FileDropZone({ dropped, onFiles, hasSome }: Props) {
  const { reading, refused } = useStore(dropped.store)
  async function addFiles(files: DroppedFile[]) {
    const accepted = await dropped.addFiles(files)
    if (accepted?.length) onFiles(accepted)
  }
  return (
    <Stack gap={3}>
      <FileDrop
        label={hasSome ? 'Suelte aquí más archivos' : 'Suelte aquí la carpeta o el ZIP de los archivos'}
        accept=""
        several
        busy={reading !== null}
        dropZone={{
          onDrop: (transfer) =>
            void readDroppedFiles(transfer).then(addFiles, () => dropped.refuse(unreadableDropMessage)),
          onChoose: (files) => void addFiles(listSelectedFiles(files)),
        }}
        hint={`Se buscan por el nombre escrito en cada fila. Se aceptan PDF, imágenes y documentos de Office u OpenDocument, hasta ${maxFilesPerField} por campo y de ${maxFileMegabytes} MB cada uno. Se revisan en su computador.`}
      />
      {reading && (
        <Stack gap={2}>
          <Progress
            label="Revisando los archivos"
            value={reading.done}
            max={Math.max(1, reading.total)}
            detail={`${formatNumber(reading.done)} de ${formatCount(reading.total, 'archivo', 'archivos')}`}
          />
          <div>
            <Button size="s" onClick={dropped.stop}>
              Cancelar
            </Button>
          </div>
        </Stack>
      )}
      {refused.length > 0 && (
        <Notice tone="danger" live title="Algunos archivos no se agregaron">
          {refused.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
    </Stack>
  )
}

const unreadableDropMessage = 'El navegador no pudo leer los archivos. Use «Elegir carpeta» o «Elegir archivos».'
