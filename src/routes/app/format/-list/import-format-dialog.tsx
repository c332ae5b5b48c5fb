import { useMutation } from '@tanstack/react-query'
import type { Format } from '../../../../domain/formats/format.ts'
import { NewFormatDialog } from '../../../../formats/new-format-dialog.tsx'
import { describeError } from '../../../../lib/error-message.ts'
import { formatCount } from '../../../../lib/number-format.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FileDrop } from '../../../../ui/file-drop.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import { type ImportedFormat, readFormatFile } from './read-format-file.ts'

interface Props {
  onClose: () => void
  onMade: (format: Format) => void
}

/** Maximum errors that the dialog lists. */
const maxListed = 20

/** Dialog that creates a draft from a format file. Lists the file's errors or lost references, and asks for a code. */
export function ImportFormatDialog({ onClose, onMade }: Props) {
  const reading = useMutation({ mutationFn: readFormatFile, meta: { quiet: true } })
  const { imported, errors = reading.error ? [describeError(reading.error)] : [] } = reading.data ?? {}
  if (imported)
    return (
      <NewFormatDialog content={imported.format} onClose={onClose} onMade={onMade}>
        <ImportNotes {...imported} />
      </NewFormatDialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Importar formato"
      description="El archivo JSON que se descarga con «Exportar» en la página de un formato."
      footer={<Button onClick={onClose}>Volver</Button>}
    >
      <Stack>
        <FileDrop
          accept=".json,application/json"
          label="Suelte aquí el archivo del formato"
          hint="Hasta 1 MB."
          busy={reading.isPending}
          onFile={(file) => reading.mutate(file)}
        />
        {errors.length > 0 && (
          <Notice tone="danger" live title="El formato no se puede importar. No se guardó nada.">
            <ul>
              {errors.slice(0, maxListed).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            {errors.length > maxListed && <p>{formatCount(errors.length - maxListed, 'error más', 'errores más')}.</p>}
          </Notice>
        )}
      </Stack>
    </Dialog>
  )
}

const kindLabels = {
  signatories: 'el firmante',
  groups: 'el grupo',
  people: 'la persona',
  lists: 'la lista',
  source: 'el dato inicial',
} as const satisfies Record<ImportedFormat['missing'][number]['kind'], string>

function ImportNotes({ missing, unknownPaths }: ImportedFormat) {
  const count = missing.length + unknownPaths.length
  if (count === 0) return <Notice tone="success">Todo el formato se puede importar.</Notice>
  return (
    <Notice
      tone="warning"
      title={
        count === 1
          ? 'Una parte no se puede importar'
          : `${formatCount(count, 'parte', 'partes')} no se pueden importar`
      }
    >
      <ul>
        {missing.map(({ kind, place, name }) => (
          <li key={`${kind}.${place}.${name}`}>
            {place}: {kindLabels[kind]} «{name}» no existe aquí.
          </li>
        ))}
        {unknownPaths.map((path) => (
          <li key={path}>El dato «{path}» no se conoce.</li>
        ))}
      </ul>
      <p>Elíjalas de nuevo en el borrador.</p>
    </Notice>
  )
}
