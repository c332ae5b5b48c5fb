import type { Dropped, Inspected } from '../files/given.ts'
import type { GivenAnswer } from './given-worker.ts'

interface Inspection {
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** Unpacks archives and validates files in a worker. The worker ends afterwards, which frees the memory of the archives. */
export function inspectFiles(dropped: readonly Dropped[], { signal, onProgress }: Inspection): Promise<Inspected> {
  const worker = new Worker(new URL('./given-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Inspected>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.onerror = () =>
      reject(new Error('Los archivos no cupieron en la memoria de este equipo: suéltelos por partes.'))
    worker.onmessage = ({ data }: MessageEvent<GivenAnswer>) => {
      if ('progress' in data) onProgress(data.progress.done, data.progress.total)
      else if ('inspected' in data) resolve(data.inspected)
      else reject(new Error(data.failure))
    }
    worker.postMessage(dropped)
  }).finally(() => worker.terminate())
}
