import type { WordDocument } from '../reading/read-word-document.ts'
import { WordReadError } from '../reading/word-error.ts'
import type { WordWorkerRequest, WordWorkerResponse } from './word-worker.ts'

const timeoutMs = 60_000

/** Reads a Word document in a worker. Terminates the worker afterwards, or after one minute. */
export function readWordDocumentInWorker(request: WordWorkerRequest, signal: AbortSignal): Promise<WordDocument> {
  const worker = new Worker(new URL('./word-worker.ts', import.meta.url), { type: 'module' })
  const timeout = AbortSignal.timeout(timeoutMs)
  return new Promise<WordDocument>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    timeout.addEventListener('abort', () => reject(new WordReadError('word.expands')))
    // A plain event means that the script did not load. Other errors are reported as out of memory, which is the most
    // likely cause.
    worker.onerror = (event: Event) =>
      reject(new WordReadError(event instanceof ErrorEvent ? 'word.expands' : 'word.reader'))
    worker.onmessage = ({ data }: MessageEvent<WordWorkerResponse>) =>
      'read' in data ? resolve(data.read) : reject(new Error(data.failure))
    worker.postMessage(request)
  }).finally(() => worker.terminate())
}
