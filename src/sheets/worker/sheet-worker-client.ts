import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { FileReadError } from '../files/file-read-error.ts'
import {
  type SheetWorkerCalls,
  type WorkerCallName,
  type WorkerFailure,
  type WorkerRequest,
  type WorkerResponse,
  workerCallNames,
} from './protocol.ts'

/** Client of the sheet worker. Each method of the worker returns a promise; file errors are rejected as `FileReadError`. */
export type SheetWorkerClient = {
  [Name in WorkerCallName]: (
    ...args: Parameters<SheetWorkerCalls[Name]>
  ) => Promise<Awaited<ReturnType<SheetWorkerCalls[Name]>>>
} & {
  /** Signal that is aborted when the worker ends. */
  signal: AbortSignal
  /** Terminates the worker immediately; pending calls are rejected. */
  close(): void
}

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void }

/** Starts a worker for one format. `onProgress` receives bytes while a file is read and row counts while rows are validated. */
export function startSheetWorker(
  fields: readonly Field[],
  context: ValidationContext,
  onProgress: (done: number, total: number) => void = () => {},
): SheetWorkerClient {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let last = 0
  let ended: Error | null = null
  const stop = new AbortController()

  const end = (error: Error) => {
    ended = error
    stop.abort(error)
    worker.terminate()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const ask = (question: WorkerRequest) => worker.postMessage(question)
  const call = (name: WorkerCallName, args: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      if (ended) return reject(ended)
      const id = ++last
      waiting.set(id, { resolve, reject })
      ask({ id, call: name, args })
    })

  worker.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) => {
    if ('progress' in data) return onProgress(data.progress.done, data.progress.total)
    const caller = waiting.get(data.id)
    waiting.delete(data.id)
    if ('failure' in data) caller?.reject(toError(data.failure))
    else caller?.resolve(data.result)
  })
  // A plain event means that the script did not load. Other errors are reported as out of memory, because that is the
  // most likely cause. The worker's data is lost.
  worker.addEventListener('error', (event: Event) =>
    end(new FileReadError(event instanceof ErrorEvent ? 'file.expands' : 'file.reader')),
  )
  ask({ start: { fields, context } })

  const calls = Object.fromEntries(workerCallNames.map((name) => [name, (...args: unknown[]) => call(name, args)]))
  const close = () => end(new DOMException('La lectura se canceló.', 'AbortError'))
  return { ...calls, signal: stop.signal, close } as SheetWorkerClient
}

function toError(failure: WorkerFailure): Error {
  return 'code' in failure ? new FileReadError(failure.code, failure.details) : new Error(failure.message)
}
