type Method = (...args: never[]) => unknown
type MethodName<Target> = { [Name in keyof Target]: Target[Name] extends Method ? Name : never }[keyof Target]

export type WorkerCalls<Target> = { [Name in MethodName<Target>]: Target[Name] extends Method ? Target[Name] : never }

export type WorkerClient<Target> = {
  [Name in keyof WorkerCalls<Target>]: (
    ...args: Parameters<WorkerCalls<Target>[Name]>
  ) => Promise<Awaited<ReturnType<WorkerCalls<Target>[Name]>>>
} & {
  /** Signal that is aborted when the worker ends. */
  signal: AbortSignal
  /** Terminates the worker immediately; pending calls are rejected with an `AbortError`. */
  close(): void
}

interface CallFailure {
  message: string
  code?: unknown
  details?: unknown
}

type Request = { id: number; name: string; args: unknown[] }
type Response = { id: number; result: unknown } | { id: number; failure: CallFailure } | { progress: [number, number] }

interface ClientOptions {
  onProgress?: (done: number, total: number) => void
  toError?: (failure: CallFailure) => Error
  /** Returns the error of all pending calls if the worker ends. `isLoaded`: whether its script was loaded. */
  toLossError: (isLoaded: boolean) => Error
}

/** Creates the client of a worker that calls `serveCalls`. */
export function createWorkerClient<Target>(
  worker: Worker,
  { onProgress, toError = ({ message }) => new Error(message), toLossError }: ClientOptions,
): WorkerClient<Target> {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  const stop = new AbortController()
  let last = 0
  function end(error: Error) {
    stop.abort(error)
    worker.terminate()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<Response>) => {
    if ('progress' in data) return onProgress?.(...data.progress)
    const caller = waiting.get(data.id)
    waiting.delete(data.id)
    if ('failure' in data) caller?.reject(toError(data.failure))
    else caller?.resolve(data.result)
  })
  // A plain event means that the script did not load. The worker's data is lost.
  worker.addEventListener('error', (event: Event) => end(toLossError(event instanceof ErrorEvent)))
  const call = (name: string, args: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      stop.signal.throwIfAborted()
      const id = ++last
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, name, args } satisfies Request)
    })
  const own = { signal: stop.signal, close: () => end(new DOMException('La lectura se canceló.', 'AbortError')) }
  return new Proxy(own, {
    // `then` is no method: a promise that resolves to the client would call it.
    get: (_, name) =>
      name in own || name === 'then' ? Reflect.get(own, name) : (...args: unknown[]) => call(String(name), args),
  }) as WorkerClient<Target>
}

/** Answers calls in the worker, one at a time. `find` returns the object that has the method. */
export function serveCalls(find: (name: string) => object | undefined) {
  let queue: Promise<unknown> = Promise.resolve()
  const send = (answer: Response) => postMessage(answer)
  async function answer({ id, name, args }: Request) {
    try {
      const target = find(name)
      const method: unknown = target && Reflect.get(target, name)
      if (typeof method !== 'function') throw new TypeError(`no method ${name}`)
      send({ id, result: await method.apply(target, args) })
    } catch (error) {
      const { message = String(error), code, details } = (error ?? {}) as CallFailure
      send({ id, failure: { message, code, details } })
    }
  }
  addEventListener('message', ({ data }: MessageEvent<Request>) => {
    queue = queue.then(() => answer(data))
  })
}

const progressIntervalMs = 100
let lastProgressAt = 0

/** Sends the progress of a call to the client, at most every 100 ms. */
export function sendProgress(done: number, total: number) {
  if (done < total && performance.now() - lastProgressAt < progressIntervalMs) return
  lastProgressAt = performance.now()
  postMessage({ progress: [done, total] } satisfies Response)
}
