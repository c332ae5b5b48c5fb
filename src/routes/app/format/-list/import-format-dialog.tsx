import { useMutation } from '@tanstack/react-query'
import type { Format, FormatInput } from '../../../../domain/formats/format.ts'
import { maxFormatFileBytes, parseFormatFile } from '../../../../domain/formats/format-file.ts'
import {
  adaptReferences,
  type KnownRecords,
  type MissingReference,
} from '../../../../domain/formats/format-references.ts'
import { getPrefillSourceOptions } from '../../../../domain/requests/prefill-sources.ts'
import { describeFileError } from '../../../../formats/file/describe-file-error.ts'
import { NewFormatDialog } from '../../../../formats/new-format-dialog.tsx'
import { groupListQuery, userNamesQuery } from '../../../../groups/queries.ts'
import { describeError } from '../../../../lib/api-error.ts'
import { formatCount } from '../../../../lib/number-format.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { allListsQuery } from '../../../../lists/queries.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { signatoryListQuery } from '../../../../settings/signatory-queries.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { FileDrop } from '../../../../ui/form/file-drop.tsx'
import { Dialog } from '../../../../ui/overlay/dialog.tsx'
import { Stack } from '../../../../ui/page/layout.tsx'
import { Notice } from '../../../../ui/state/screen-states.tsx'

/** Maximum errors that the dialog lists. */
const maxListed = 20

/** Dialog that creates a draft from a format file. Lists the file's errors or lost references, and asks for a code. */
export function ImportFormatDialog({ onClose, onMade }: { onClose: () => void; onMade: (format: Format) => void }) {
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

interface ImportedFormat {
  format: FormatInput
  /** References to records that this installation does not have. `format` does not contain them. */
  missing: MissingReference[]
  /** Properties that formats do not have. They are not in `format`. */
  unknownPaths: string[]
}

type FormatFileResult = { imported: ImportedFormat; errors?: undefined } | { imported?: undefined; errors: string[] }

/**
 * Reads a format file and adapts it to this installation. If the file is invalid, returns the errors with their place.
 */
async function readFormatFile(file: File): Promise<FormatFileResult> {
  if (file.size > maxFormatFileBytes) return { errors: ['El archivo pesa más de 1 MB. No es el de un formato.'] }
  const parsed = parseFormatFile(await file.text())
  if (!parsed.file) return { errors: parsed.errors.map(describeFileError) }
  const { format, references } = parsed.file
  const known = { ...(await loadKnownRecords(format)), sources: await loadSources() }
  return { imported: { ...adaptReferences(format, references, known), unknownPaths: parsed.unknownPaths } }
}

async function loadKnownRecords({ route = [] }: FormatInput): Promise<KnownRecords> {
  const approvers = route.flatMap(({ people = [] }) => people)
  const [signatories, groups, people, lists] = await Promise.all([
    queryClient.query(signatoryListQuery),
    queryClient.query(groupListQuery),
    approvers.length > 0 ? queryClient.query(userNamesQuery(approvers)) : [],
    queryClient.query(allListsQuery),
  ])
  return { signatories, groups, people, lists }
}

async function loadSources(): Promise<string[]> {
  const { profileFields } = await queryClient.query(settingsQuery())
  return getPrefillSourceOptions(profileFields ?? []).map(({ value }) => value)
}
