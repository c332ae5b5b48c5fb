import { createStore } from 'zustand/vanilla'
import type { UploadedFile } from '../../domain/attachments/file-names.ts'
import { type DroppedFile, maxDroppedFiles } from '../../lib/dropped-files.ts'
import { formatNumber } from '../../lib/number-format.ts'
import type { FileErrorCode } from '../../sheets/files/file-error-messages.ts'
import { inspectFilesInWorker } from '../../sheets/worker/file-inspection-client.ts'

interface DroppedFilesState {
  /** Progress of the file checks, in files; `null` while no check runs. */
  reading: { done: number; total: number } | null
  /** Dropped files by id; in memory only. */
  contents: ReadonlyMap<string, File>
  refused: readonly string[]
}

export type DroppedFileStore = ReturnType<typeof createDroppedFileStore>

/** Creates the store of the files dropped for one batch. It is in memory only: the files are lost when the page closes. */
export function createDroppedFileStore() {
  const store = createStore<DroppedFilesState>()(() => ({ reading: null, contents: new Map(), refused: [] }))
  let stop = new AbortController()

  return {
    store,
    /** Checks dropped files and adds them to the store; returns `null` if the check was aborted. */
    async addFiles(dropped: readonly DroppedFile[]): Promise<UploadedFile[] | null> {
      stop.abort()
      stop = new AbortController()
      const { signal } = stop
      const wrong =
        dropped.length > maxDroppedFiles
          ? `Son más de ${formatNumber(maxDroppedFiles)} archivos: suelte solo los de estas filas.`
          : dropped.length === 0 && 'La carpeta o el ZIP no tiene archivos.'
      if (wrong) {
        store.setState({ refused: [wrong] })
        return null
      }
      store.setState({ reading: { done: 0, total: dropped.length }, refused: [] })
      try {
        const { given, contents, unopened } = await inspectFilesInWorker(dropped, {
          signal,
          onProgress: (done, total) => signal.aborted || store.setState({ reading: { done, total } }),
        })
        const { contents: before } = store.getState()
        store.setState({
          contents: new Map([...before, ...contents.map(({ id, file }) => [id, file] as const)]),
          refused: unopened.map(
            ({ path, code }) => `${path}: ${archiveErrorMessages[code] ?? archiveErrorMessages['file.damaged']}`,
          ),
        })
        return given
      } catch (error) {
        if (signal.aborted) return null
        store.setState({ refused: [error instanceof Error ? error.message : String(error)] })
        return null
      } finally {
        if (!signal.aborted) store.setState({ reading: null })
      }
    },
    refuse: (sentence: string) => store.setState({ refused: [sentence] }),
    stop() {
      stop.abort()
      store.setState({ reading: null })
    },
    /** Discards the files before rows of another sheet or batch are opened. */
    clear() {
      stop.abort()
      store.setState({ reading: null, contents: new Map(), refused: [] })
    },
  }
}

const archiveErrorMessages: Partial<Record<FileErrorCode, string>> = {
  'file.damaged': 'el ZIP está dañado. Hágalo de nuevo, o suelte la carpeta sin comprimir.',
  'file.encrypted': 'el ZIP tiene contraseña. Descomprímalo y suelte la carpeta.',
  'file.expands': 'el ZIP es demasiado grande. Descomprímalo y suelte la carpeta.',
}
