import type { AddedFile, FileInspection } from '../files/file-inspection.ts'
import type { FileInspectionMessage } from './file-inspection-worker.ts'

interface Inspection {
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** Unpacks archives and validates files in a worker. Ends the worker afterwards to free the memory of the archives. */
export function inspectFilesInWorker(
  dropped: readonly AddedFile[],
  { signal, onProgress }: Inspection,
): Promise<FileInspection> {
  const worker = new Worker(new URL('./file-inspection-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<FileInspection>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.onerror = () =>
      reject(new Error('Los archivos no cupieron en la memoria de este equipo: suéltelos por partes.'))
    worker.onmessage = ({ data }: MessageEvent<FileInspectionMessage>) => {
      if ('progress' in data) onProgress(data.progress.done, data.progress.total)
      else if ('inspected' in data) resolve(data.inspected)
      else reject(new Error(data.failure))
    }
    worker.postMessage(dropped)
  }).finally(() => worker.terminate())
}
