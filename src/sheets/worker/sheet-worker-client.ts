import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import type { AddedFile, FileInspection } from '../files/file-inspection.ts'
import { FileReadError } from '../files/file-read-error.ts'
import type { ConvertedSheet } from './converted-sheet.ts'
import type { FileInspectionCalls } from './file-inspection-worker.ts'
import type { SheetSession } from './sheet-session.ts'
import type { starter } from './sheet-worker.ts'
import { createWorkerClient, type WorkerCalls, type WorkerClient } from './worker-calls.ts'

/** Objects whose methods the page can call in the worker. Method names are unique across them. */
type Session = typeof starter & SheetSession & ConvertedSheet

export type SheetWorkerCalls = WorkerCalls<Session>

/** Client of the sheet worker. File errors are rejected as `FileReadError`. */
export type SheetWorkerClient = WorkerClient<Session>

/** Starts a worker for one format. `onProgress` receives bytes while a file is read and row counts while rows are validated. */
export function startSheetWorker(
  fields: readonly Field[],
  context: ValidationContext,
  onProgress?: (done: number, total: number) => void,
): SheetWorkerClient {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  const client = createWorkerClient<Session>(worker, {
    ...(onProgress && { onProgress }),
    toError: ({ message, code, details }) =>
      code ? new FileReadError(code as FileReadError['code'], details as FileReadError['details']) : new Error(message),
    // Reports an error of the worker as out of memory, because that is the most likely cause.
    toLossError: (isLoaded) => new FileReadError(isLoaded ? 'file.expands' : 'file.reader'),
  })
  // If the worker ends, the next call reports the error.
  client.start(fields, context).catch(() => undefined)
  return client
}

interface InspectionOptions {
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
}

/** Unpacks archives and validates files in a worker. Ends the worker afterwards to free the memory of the archives. */
export function inspectFilesInWorker(
  dropped: readonly AddedFile[],
  { signal, onProgress }: InspectionOptions,
): Promise<FileInspection> {
  const worker = new Worker(new URL('./file-inspection-worker.ts', import.meta.url), { type: 'module' })
  const client = createWorkerClient<FileInspectionCalls>(worker, {
    onProgress,
    toLossError: () => new Error('Los archivos no cupieron en la memoria de su equipo: suéltelos por partes.'),
  })
  signal.addEventListener('abort', client.close)
  return client.inspect(dropped).finally(client.close)
}
