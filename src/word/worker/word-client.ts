import { createWorkerClient } from '../../sheets/worker/worker-calls.ts'
import type { WordDocument } from '../reading/read-word-document.ts'
import { WordReadError } from '../reading/word-error.ts'
import type { WordCalls, WordWorkerRequest } from './word-worker.ts'

const timeoutMs = 60_000

/** Reads a Word document in a worker. Terminates the worker afterwards, or after one minute. */
export function readWordDocumentInWorker(request: WordWorkerRequest, signal: AbortSignal): Promise<WordDocument> {
  const worker = new Worker(new URL('./word-worker.ts', import.meta.url), { type: 'module' })
  const client = createWorkerClient<WordCalls>(worker, {
    // Reports an error of the worker as out of memory, because that is the most likely cause.
    toLossError: (isLoaded) => new WordReadError(isLoaded ? 'word.expands' : 'word.reader'),
  })
  const timeout = AbortSignal.timeout(timeoutMs)
  return new Promise<WordDocument>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    timeout.addEventListener('abort', () => reject(new WordReadError('word.expands')))
    client.read(request).then(resolve, reject)
  }).finally(client.close)
}
