import { useEffect, useRef, useState } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { maxFileMegabytes, maxFilesPerField } from '../../domain/attachments/attachment.ts'
import type { UploadedFile } from '../../domain/attachments/file-names.ts'
import { type DroppedFile, listSelectedFiles, maxDroppedFiles, readDroppedFiles } from '../../lib/dropped-files.ts'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import type { FileErrorCode } from '../../sheets/files/file-read-error.ts'
import { inspectFilesInWorker } from '../../sheets/worker/sheet-worker-client.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Progress } from '../../ui/data/progress.tsx'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'

/** Dropped files of one batch, by id. They are in memory only: the files are lost when the page closes. */
export type DroppedFileStore = StoreApi<ReadonlyMap<string, File>>

export const createDroppedFileStore = (): DroppedFileStore => createStore(() => new Map())

interface Props {
  dropped: DroppedFileStore
  onFiles: (files: UploadedFile[]) => void
  hasSome: boolean
}

/** Drop zone for a folder, a ZIP or files. Checks the files in the browser before they are uploaded. */
export function FileDropZone({ dropped, onFiles, hasSome }: Props) {
  /** Progress of the file checks, in files; `null` while no check runs. */
  const [reading, setReading] = useState<{ done: number; total: number } | null>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const check = useRef<AbortController>(null)
  function stop() {
    check.current?.abort()
    setReading(null)
  }
  useEffect(() => () => check.current?.abort(), [])

  async function addFiles(files: readonly DroppedFile[]) {
    const control = new AbortController()
    check.current?.abort()
    check.current = control
    const problem = getDropProblem(files.length)
    setRefused(problem ? [problem] : [])
    if (problem) return
    setReading({ done: 0, total: files.length })
    try {
      const onProgress = (done: number, total: number) => setReading({ done, total })
      const { given, contents, unopened } = await inspectFilesInWorker(files, { signal: control.signal, onProgress })
      dropped.setState(new Map([...dropped.getState(), ...contents.map(({ id, file }) => [id, file] as const)]), true)
      setRefused(unopened.map(({ path, code }) => `${path}: ${archiveErrorMessages[code] ?? damagedArchiveMessage}`))
      if (given.length > 0) onFiles(given)
    } catch (error) {
      if (!control.signal.aborted) setRefused([error instanceof Error ? error.message : String(error)])
    } finally {
      if (!control.signal.aborted) setReading(null)
    }
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
            void readDroppedFiles(transfer).then(addFiles, () => setRefused([unreadableDropMessage])),
          onChoose: (files) => void addFiles(listSelectedFiles(files)),
        }}
        hint={`Se buscan por el nombre escrito en cada fila. Se aceptan PDF, imágenes y documentos de Office u OpenDocument, hasta ${maxFilesPerField} por campo y de ${maxFileMegabytes} MB cada uno. Se revisan en su equipo.`}
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
            <Button size="s" onClick={stop}>
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

export function LostFilesNotice({ count, advice = '' }: { count: number; advice?: string }) {
  const title = `${count === 1 ? 'Falta' : 'Faltan'} ${formatCount(count, 'archivo', 'archivos')}${advice}`
  return (
    <Notice tone="warning" live title={title}>
      El navegador no guarda los archivos cuando se cierra la página. Los que ya subieron no se repiten.
    </Notice>
  )
}

const unreadableDropMessage = 'El navegador no pudo leer los archivos. Use «Elegir carpeta» o «Elegir archivos».'

function getDropProblem(count: number): string | undefined {
  if (count === 0) return 'La carpeta o el ZIP no tiene archivos.'
  return count > maxDroppedFiles
    ? `Son más de ${formatNumber(maxDroppedFiles)} archivos: suelte solo los de estas filas.`
    : undefined
}

const damagedArchiveMessage = 'el ZIP está dañado. Hágalo de nuevo, o suelte la carpeta sin comprimir.'
const archiveErrorMessages: Partial<Record<FileErrorCode, string>> = {
  'file.encrypted': 'el ZIP tiene contraseña. Descomprímalo y suelte la carpeta.',
  'file.expands': 'el ZIP es demasiado grande. Descomprímalo y suelte la carpeta.',
}
